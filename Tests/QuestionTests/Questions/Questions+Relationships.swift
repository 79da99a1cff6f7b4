import Foundation
import Granary

extension Questions {
    /// Conditions, orders and columns along relationships, and on members.
    mutating func relationships() {
        ask("Which orders are of customers in the north?") {
            try $0.fetch(Order.where { $0.customer.region.name == "North" }).map(\.id)
        }
        ask("Which orders have no customer?") { try $0.fetch(Order.where { $0.customer == nil }).map(\.id) }
        ask("Which orders have a customer without a region?") {
            try $0.fetch(Order.where { $0.customer != nil && $0.customer.region == nil }).map(\.id)
        }
        ask("Which orders go elsewhere than where their customer is?") {
            try $0.fetch(Order.where { $0.city != $0.customer.city }).map(\.id)
        }
        ask("What are the newest orders, with the names of customer, employee and shipper?") {
            try $0.select(Order.all.sorted { $0.placed.descending }.limit(12)) {
                ($0.id, $0.customer.name, $0.employee.last, $0.shipper.name)
            }
        }
        ask("Which orders come first by the region of their customer?") {
            try $0.select(
                Order.all.sorted { $0.customer.region.name.ascending }.sorted { $0.placed.ascending }.limit(
                    15)
            ) { ($0.customer.region.name, $0.placed, $0.id) }
        }
        ask("Which orders are of a certain customer, by the object?") { context in
            let customer = try context.single(Customer.where { $0.name == "Vela" })
            return try context.fetch(Order.where { $0.customer == customer }).map(\.id)
        }
        ask("Which employees report to a certain one, by the identity?") {
            try $0.fetch(Employee.where { $0.boss == ObjectID(1) }).map(\.last)
        }
        ask("Whose boss has a boss, and who are they?") {
            try $0.select(Employee.where { $0.boss.boss != nil }) {
                ($0.last, $0.boss.last, $0.boss.boss.last)
            }
        }
        ask("Which customers have no orders?") {
            try $0.fetch(Customer.where { $0.orders.isEmpty }).map(\.code)
        }
        ask("Which customers have a returned order?") {
            try $0.fetch(Customer.where { $0.orders.any { $0.status == .returned } }).map(\.code)
        }
        ask("Which customers have orders, of which all were sent?") {
            try $0.fetch(Customer.where { !$0.orders.isEmpty && $0.orders.all { $0.sent != nil } }).map(
                \.code)
        }
        ask("Which customers have no order that was sent late?") {
            try $0.count(Customer.where { $0.orders.none { $0.sent > $0.due } })
        }
        ask("How many orders does every customer have, and how many of them late?") {
            try $0.select(Customer.all) {
                ($0.code, $0.orders.count, $0.orders.count(where: { $0.sent > $0.due }))
            }
        }
        ask("Which customers have more than six orders, the best first?") {
            try $0.select(Customer.where { $0.orders.count > 6 }.sorted { $0.orders.count.descending }) {
                ($0.name, $0.orders.count)
            }
        }
        ask("Which customers have bought a lantern, three relationships away?") {
            try $0.fetch(
                Customer.where { $0.orders.any { $0.lines.any { $0.product.category.name == "Light" } } }
            ).map(\.code)
        }
        ask("Which products were never ordered?") {
            try $0.fetch(Product.where { $0.lines.isEmpty }).map(\.name)
        }
        ask("Which products were ordered by nobody in Ireland?") {
            try $0.fetch(Product.where { $0.lines.none { $0.order.country == "IE" } }).map(\.id)
        }
        ask("Which categories have no products?") {
            try $0.fetch(Category.where { $0.products.isEmpty }).map(\.name)
        }
        ask("Which categories are at the top, and how many are below each?") {
            try $0.select(Category.where { $0.parent == nil }) {
                ($0.name, $0.children.count, $0.products.count)
            }
        }
        ask("Which suppliers have only products in stock?") {
            try $0.fetch(Supplier.where { $0.products.all { $0.stock > 0 } }).map(\.name)
        }
        ask("Which orders have no lines?") { try $0.fetch(Order.where { $0.lines.isEmpty }).map(\.id) }
        ask("Which orders have a line of a product from Norway and one from Germany?") {
            try $0.fetch(
                Order.where {
                    $0.lines.any { $0.product.supplier.country == "NO" }
                    $0.lines.any { $0.product.supplier.country == "DE" }
                }
            ).map(\.id)
        }
        ask("Which regions have neither customers nor employees?") {
            try $0.fetch(Region.where { $0.customers.isEmpty && $0.employees.isEmpty }).map(\.name)
        }
        ask("How many orders are of a customer in a region that their employee looks after?") {
            try $0.count(
                Order.where { order in
                    order.employee.regions.any { $0.code.optional == order.customer.region.code.outer() }
                })
        }
    }

    /// Many-to-many relationships.
    mutating func pairs() {
        ask("Which products are fragile?") {
            try $0.fetch(Product.where { $0.tags.any { $0.word == "fragile" } }).map(\.id)
        }
        ask("Which products are both new and oily?") {
            try $0.fetch(
                Product.where { $0.tags.any { $0.word == "Ölig" } && $0.tags.any { $0.word == "new" } }
            ).map(\.id)
        }
        ask("Which products have no tag, and which have most?") {
            try $0.select(Product.all.sorted { $0.tags.count.descending }.sorted { $0.id.ascending }) {
                ($0.id, $0.tags.count)
            }
        }
        ask("How many products has each tag?") {
            try $0.select(Tag.all.sorted { $0.products.count.descending }) { ($0.word, $0.products.count) }
        }
        ask("Which tags are on no product?") { try $0.fetch(Tag.where { $0.products.isEmpty }).map(\.word) }
        ask("Which tags are only on products that cost less than a hundred?") {
            try $0.fetch(Tag.where { $0.products.all { $0.price < 100 } }).map(\.word)
        }
        ask("Which employees look after a region with more than eight customers?") {
            try $0.fetch(Employee.where { $0.regions.any { $0.customers.count > 8 } }).map(\.last)
        }
        ask("Which regions are looked after by more than one employee?") {
            try $0.select(Region.where { $0.employees.count > 1 }) { ($0.name, $0.employees.count) }
        }
        ask("Which regions does somebody look after who sells, and nobody who heads?") {
            try $0.fetch(
                Region.where {
                    $0.employees.any { $0.title == "Sales" }
                    $0.employees.none { $0.title == "Head" }
                }
            ).map(\.code)
        }
        ask("What is the mean price of the products of each tag?") {
            try $0.select(Tag.all) { ($0.word, $0.products.average { $0.price }) }
        }
    }
}
