import Foundation
import Granary

extension Questions {
    /// Sums, extremes and the first of the objects of a relationship, and the best of groups.
    mutating func members() {
        ask("What is each order worth, with its lines?") {
            try $0.select(Order.where { $0.id <= 25 }) {
                ($0.id, $0.lines.sum { $0.price * $0.quantity * (-$0.discount + 1) })
            }
        }
        ask("Which orders are worth more than 2,500?") {
            try $0.fetch(Order.where { $0.lines.sum { $0.price * $0.quantity * (-$0.discount + 1) } > 2_500 })
                .map(\.id)
        }
        ask("Which ten orders have most pieces?") {
            try $0.select(Order.all.sorted { $0.lines.sum { $0.quantity }.descending }.limit(10)) {
                ($0.id, $0.lines.sum { $0.quantity })
            }
        }
        ask("What is the freight of each customer's orders, in sum, mean, least and most?") {
            try $0.select(Customer.all) {
                (
                    $0.code, $0.orders.sum { $0.freight }, $0.orders.average { $0.freight },
                    $0.orders.minimum { $0.freight }, $0.orders.maximum { $0.freight }
                )
            }
        }
        ask("What freight did the returned orders of each Irish customer cost?") {
            try $0.select(Customer.where { $0.country == "IE" }) {
                (
                    $0.name,
                    $0.orders.sum {
                        $0.freight
                    } where: {
                        $0.status == .returned
                    }
                )
            }
        }
        ask("What is the mean of the stars of each product that has reviews?") {
            try $0.select(Product.where { !$0.reviews.isEmpty }) { ($0.id, $0.reviews.average { $0.stars }) }
        }
        ask("When did each customer order last, and what?") {
            try $0.select(Customer.all) {
                (
                    $0.code, $0.orders.first { $0.placed.descending }.placed,
                    $0.orders.first { $0.placed.descending }.status
                )
            }
        }
        ask("Which shipper carried the dearest order of each employee?") {
            try $0.select(Employee.all) {
                ($0.last, $0.orders.first(by: { $0.freight.descending }, { $0.id.ascending }).shipper.name)
            }
        }
        ask("Which customers have a newest order that was returned?") {
            try $0.fetch(
                Customer.where { $0.orders.first { $0.placed.descending }.status == .returned }
            ).map(\.code)
        }
        ask("What was the first order of each customer that was sent?") {
            try $0.select(Customer.where { $0.region.code == "W" }) {
                ($0.code, $0.orders.first(by: { $0.placed.ascending }, where: { $0.sent != nil }).id)
            }
        }
        ask("Which customers never had an order sent, by their first one?") {
            try $0.fetch(
                Customer.where {
                    $0.orders.first(by: { $0.placed.ascending }, where: { $0.sent != nil }) == nil
                }
            ).map(\.code)
        }
        ask("Which is the dearest product of each category, and its price?") {
            try $0.select(Category.all) {
                (
                    $0.name, $0.products.first { $0.price.descending }.name,
                    $0.products.maximum { $0.price }
                )
            }
        }
        ask("What is the supplier of the heaviest product of each category?") {
            try $0.select(Category.where { !$0.products.isEmpty }) {
                ($0.name, $0.products.first { $0.weight.descending }.supplier.name)
            }
        }
        ask("Which customers come first by the date of their newest order?") {
            try $0.fetch(Customer.all.sorted { $0.orders.maximum { $0.placed }.descending }.limit(8)).map(
                \.code)
        }
        ask("How much do the products of each supplier cost at most, below a hundred?") {
            try $0.select(Supplier.all) {
                (
                    $0.name,
                    $0.products.maximum {
                        $0.price
                    } where: {
                        $0.price < 100
                    }
                )
            }
        }
        ask(
            "What do the reports of each boss earn together, and how much more does the boss earn than their mean?"
        ) {
            try $0.select(Employee.where { !$0.reports.isEmpty }) {
                ($0.last, $0.reports.sum { $0.salary }, $0.salary - $0.reports.average { $0.salary })
            }
        }
        ask("How many days passed between the first and the last order of each customer?") {
            try $0.select(Customer.where { $0.orders.count > 1 }) {
                (
                    $0.code,
                    $0.orders.maximum { $0.placed }.difference(
                        from: $0.orders.minimum { $0.placed }, in: .day)
                )
            }
        }
        ask("Which two orders of each country have the highest freight?") {
            try $0.fetch(
                Order.all.sorted { $0.freight.descending }.sorted { $0.id.ascending }, first: 2,
                ofEach: { $0.country }
            ).map { ($0.country, $0.id) }
        }
        ask("Which is the newest order of each employee, those of nobody a group too?") {
            try $0.fetch(Order.all.sorted { $0.placed.descending }, first: 1, ofEach: { $0.employee }).map(
                \.id)
        }
        ask("Which are the three cheapest products of each category, made in Norway or Germany?") {
            try $0.fetch(
                Product.where { $0.supplier.country.isIn(["NO", "DE"]) }.sorted { $0.price.ascending },
                first: 3, ofEach: { $0.category }
            ).map(\.id)
        }
        ask("Which best two lines has each order above number 170?") {
            try $0.fetch(
                OrderLine.where { $0.order.id > 170 }.sorted { ($0.price * $0.quantity).descending },
                first: 2,
                ofEach: { $0.order }
            ).map(\.id)
        }
        ask("What are the identities of the customer of each of the first orders?") {
            try $0.select(Order.where { $0.id < 20 }) { $0.customer.objectID }.map { $0?.key }
        }
        ask("What is the revenue of each Norwegian customer, by sums of sums?") {
            try $0.select(Customer.where { $0.country == "NO" }) {
                ($0.name, $0.orders.sum { $0.lines.sum { $0.price * $0.quantity * (-$0.discount + 1) } })
            }
        }
        ask("How many pieces have the customers of each region bought, by three sums?") {
            try $0.select(Region.all) {
                ($0.name, $0.customers.sum { $0.orders.sum { $0.lines.sum { $0.quantity } } })
            }
        }
        ask("Who has the newest order of each customer in the north?") {
            try $0.select(Customer.where { $0.region.code == "N" }) {
                ($0.code, $0.orders.first { $0.placed.descending }.employee.last)
            }
        }
        ask("What is the revenue of each region's customers?") {
            try $0.grouped(OrderLine.all, by: { $0.order.customer.region.name }) {
                ($0.price * $0.quantity * (-$0.discount + 1)).sum
            }
        }
    }
}
