import Foundation
import Granary

extension Questions {
    /// Pairs of objects that no relationship connects.
    mutating func joins() {
        ask("Which pairs of customers of one city are there?") {
            try $0.select(
                join(
                    Customer.where { $0.city != "" }, Customer.all,
                    on: { $0.city == $1.city && $0.code < $1.code })
            ) { ($0.code, $1.code) }
        }
        ask("Which orders were placed on the same day as the one before by number?") {
            try $0.select(
                join(
                    Order.all, Order.all,
                    on: {
                        $0.id == $1.id + 1
                        $0.placed.beginning(of: .day) == $1.placed.beginning(of: .day)
                    })
            ) { order, _ in order.id }
        }
        ask("Which customers and suppliers are in one city?") {
            try $0.select(join(Customer.all, Supplier.all, on: { $0.city == $1.city })) {
                ($0.code, $1.name, $1.city)
            }
        }
        ask("Which suppliers differ in the case of their name alone?") {
            try $0.fetch(
                join(
                    Supplier.all, Supplier.all,
                    on: { $0.name.lowercased() == $1.name.lowercased() && $0.id < $1.id })
            ).map { ($0.0.name, $0.1.name) }
        }
        ask("Whose customers' names are the same but for case?") {
            try $0.select(
                join(
                    Customer.all, Customer.all,
                    on: { $0.name.lowercased() == $1.name.lowercased() && $0.code < $1.code })
            ) { ($0.name, $1.name) }
        }
        ask("Which products have the same price and the same supplier?") {
            try $0.select(
                join(
                    Product.all, Product.all,
                    on: {
                        $0.price == $1.price
                        $0.supplier.id == $1.supplier.id
                        $0.id < $1.id
                    })
            ) { ($0.name, $1.name, $0.price) }
        }
        ask("Which products have the same supplier and weight, the dearest first, five pairs of them?") {
            try $0.select(
                join(
                    Product.all, Product.all,
                    on: { $0.supplier.id == $1.supplier.id && $0.weight == $1.weight && $0.id < $1.id }
                ).sorted { first, _ in first.price.descending }.sorted { $1.price.descending }.limit(5)
            ) { ($0.id, $1.id) }
        }
        ask("Which orders of one customer were placed within two days after another?") {
            try $0.select(
                join(
                    Order.all, Order.all,
                    on: { $0.customer.code == $1.customer.code && $0.id != $1.id && $0.placed <= $1.placed }
                ).where { $1.placed.difference(from: $0.placed, in: .hour) < 48 }
            ) { ($0.id, $1.id) }
        }
        ask("Who earns more than somebody who was hired before?") {
            try $0.distinct(
                join(Employee.all, Employee.all, on: { $0.salary > $1.salary && $0.hired > $1.hired })
            ) { employee, _ in employee.last }
        }
        ask("By how much do those who bear a title differ in salary?") {
            try $0.select(
                join(Employee.all, Employee.all, on: { $0.title == $1.title && $0.salary > $1.salary })
            ) { ($0.last, $1.last, $0.salary - $1.salary) }
        }
        ask("Who earns more than half of what their boss does, and how much?") {
            try $0.select(
                join(Employee.all, Employee.all, on: { $0.boss.id == $1.id }).where {
                    $0.salary * 2 > $1.salary
                }
            ) { ($0.last, $1.last, $0.salary, $0.boss.salary - $0.salary) }
        }
        ask("Who was born on the day of the year on which another was hired?") {
            try $0.select(
                join(
                    Employee.all, Employee.all,
                    on: { $0.born.month == $1.hired.month && $0.born.day == $1.hired.day && $0.id != $1.id })
            ) { ($0.last, $1.last) }
        }
        ask("Which orders were sent on the day on which the next one by number was placed?") {
            try $0.select(
                join(
                    Order.all, Order.all,
                    on: {
                        $0.id + 1 == $1.id
                        $0.sent.beginning(of: .day) == $1.placed.beginning(of: .day)
                    })
            ) { ($0.id, $1.placed) }
        }
        ask("Which of the ten newest orders goes to a city of the ten dearest ones?") {
            try $0.select(
                join(
                    Order.all.sorted { $0.placed.descending }.limit(10),
                    Order.all.sorted { $0.freight.descending }.limit(10), on: { $0.city == $1.city })
            ) { ($0.id, $1.id, $0.city) }
        }
        ask("Which products of two categories cost the same?") {
            try $0.select(
                join(
                    Product.where { $0.category.name == "Light" },
                    Product.where { $0.category.name == "Paper" },
                    on: { $0.price == $1.price })
            ) { ($0.name, $1.name) }
        }
        ask("Which freights have Norwegian and Irish orders in common, with how many pairs and Irish orders?")
        {
            try $0.grouped(
                join(
                    Order.where { $0.country == "NO" }, Order.where { $0.country == "IE" },
                    on: { $0.freight == $1.freight }), by: { order, _ in order.freight }
            ) { ($0.count(), $1.id.distinctCount) }
        }
        joinedKinds()
        joinedResults()
    }

    /// Left and cross joins.
    private mutating func joinedKinds() {
        ask("Which suppliers are in the city of each Norwegian customer, if there are any?") {
            try $0.select(
                leftJoin(Customer.where { $0.country == "NO" }, Supplier.all, on: { $0.city == $1.city })
            ) {
                ($0.code, $1.name)
            }
        }
        ask("Which suppliers have no customer in their city, by a join?") {
            try $0.select(
                leftJoin(Supplier.all, Customer.all, on: { $0.city == $1.city }).where { $1 == nil }
            ) {
                supplier, _ in supplier.name
            }
        }
        ask("How many suppliers are in the city of each German customer, none included?") {
            try $0.grouped(
                leftJoin(Customer.where { $0.country == "DE" }, Supplier.all, on: { $0.city == $1.city }),
                by: { customer, _ in customer.code }
            ) { $1.id.valueCount }
        }
        ask("Which supplier of its country has a better rating than each, if there is one?") {
            try $0.select(
                leftJoin(
                    Supplier.all, Supplier.all,
                    on: { $0.country == $1.country && $0.rating < $1.rating })
            ) { ($0.name, $1.name, $1.rating) }
        }
        ask("Which products have which others that are dearer and lighter, if any, among the tools?") {
            try $0.fetch(
                leftJoin(
                    Product.where { $0.category.name == "Tools" },
                    Product.where { $0.category.name == "Tools" },
                    on: { $0.price < $1.price && $0.weight > $1.weight })
            ).map { ($0.0.name, $0.1?.name) }
        }
        ask("Which intern could look after which region without employees?") {
            try $0.select(
                crossJoin(Employee.where { $0.title == "Intern" }, Region.where { $0.employees.isEmpty })
            ) { ($0.last, $1.name) }
        }
        ask("Which pairs of tags are on the same number of products?") {
            try $0.select(
                crossJoin(Tag.all, Tag.all).where {
                    $0.word < $1.word && $0.products.count == $1.products.count
                }
            ) { ($0.word, $1.word, $1.products.count) }
        }
        ask("Which pairs of categories at the top have the dearest products, added up?") {
            try $0.select(
                crossJoin(Category.where { $0.parent == nil }, Category.where { $0.parent == nil })
                    .where { $0.id < $1.id && !$0.products.isEmpty && !$1.products.isEmpty }
                    .sorted {
                        ($0.products.maximum { $0.price } + $1.products.maximum { $0.price }).descending
                    }
                    .limit(4)
            ) { ($0.name, $1.name, $0.products.maximum { $0.price } + $1.products.maximum { $0.price }) }
        }
    }

    /// Aggregates, groups, distinct rows and parts of joins.
    private mutating func joinedResults() {
        ask("How many pairs of customer and supplier does each country have, if more than five?") {
            try $0.grouped(
                join(Customer.all, Supplier.all, on: { $0.country == $1.country }),
                by: { customer, _ in customer.country }, { customer, _ in customer.count() },
                arranged: { groups, _ in
                    groups.having { $0.count() > 5 }.sorted { $0.count().descending }
                })
        }
        ask("What credit have the customers in the country of each supplier, and who comes first?") {
            try $0.grouped(
                join(Supplier.all, Customer.all, on: { $0.country == $1.country }),
                by: { supplier, _ in (supplier.id, supplier.name) }
            ) { ($1.credit.sum, $1.code.minimum) }
        }
        ask("Which countries have suppliers and get orders of high freight?") {
            try $0.distinct(
                join(Supplier.all, Order.where { $0.freight > 50 }, on: { $0.country == $1.country })
            ) { supplier, _ in supplier.country }
        }
        ask("How often does the price of a line occur among discontinued products, and with how many pieces?")
        {
            try $0.aggregate(
                join(Product.where { $0.isDiscontinued }, OrderLine.all, on: { $0.price == $1.price })
            ) { ($0.count(), $1.quantity.sum) }
        }
        ask("Are there a customer and a supplier of one name, and are there two in one city?") {
            (
                try $0.exists(join(Customer.all, Supplier.all, on: { $0.name == $1.name })),
                try $0.exists(join(Customer.all, Supplier.all, on: { $0.city == $1.city }))
            )
        }
        ask("How many pairs of orders of one day and one country are there?") {
            try $0.count(
                join(
                    Order.all, Order.all,
                    on: {
                        $0.placed.beginning(of: .day) == $1.placed.beginning(of: .day)
                        $0.country == $1.country && $0.id < $1.id
                    }))
        }
        ask(
            "Which customers have an order in the country of a supplier whose rating is poor, the third five pairs?"
        ) {
            try $0.select(
                join(
                    Customer.where { !$0.orders.isEmpty }, Supplier.where { $0.rating < 1 },
                    on: { $0.country == $1.country }
                ).offset(10).limit(5)
            ) { ($0.code, $1.name) }
        }
        ask("Which employees look after as many regions as they have reports, in pairs of different ones?") {
            try $0.select(
                join(
                    Employee.all, Employee.all, on: { $0.regions.count == $1.reports.count && $0.id != $1.id }
                )
                .where { employee, _ in employee.regions.count > 0 }
            ) { ($0.last, $1.last, $0.regions.count) }
        }
        ask("Which products are made in the city of a customer in the west, by names and cities?") {
            try $0.distinct(
                join(
                    Product.where { $0.supplier != nil }, Customer.where { $0.region.code == "W" },
                    on: { $0.supplier.city == $1.city }
                ).sorted { product, _ in product.supplier.city.ascending }
                    .sorted { product, _ in product.name.ascending }
            ) { product, _ in (product.name, product.supplier.city) }
        }
        ask("Which suppliers share a zip code?") {
            try $0.select(
                join(
                    Supplier.all, Supplier.all,
                    on: { $0.id < $1.id && $0.address.zip == $1.address.zip })
            ) { ($0.name, $1.name, $0.address.zip) }
        }
        ask("How many degrees north of a supplier with a worse rating is each better one?") {
            try $0.select(
                join(
                    Supplier.all, Supplier.all,
                    on: {
                        $0.address.position.latitude > $1.address.position.latitude && $0.rating > $1.rating
                    })
            ) { ($0.name, $1.name, $0.address.position.latitude - $1.address.position.latitude) }
        }
    }
}
