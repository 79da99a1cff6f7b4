import Foundation
import Granary

extension Questions {
    /// Results of other queries, and outer objects.
    mutating func subqueries() {
        ask("Which products cost more than the mean?") {
            try $0.fetch(Product.where { $0.price > Product.all.average { $0.price } }).map(\.id)
        }
        ask("Which customers have ordered in December 2024, by a list of another query?") {
            try $0.fetch(
                Customer.where {
                    $0.code.isIn(
                        Order.where { $0.placed.year == 2024 && $0.placed.month == 12 }.values {
                            $0.customer.code
                        })
                }
            ).map(\.code)
        }
        ask("Which customers are in a city from which a supplier comes?") {
            try $0.fetch(Customer.where { $0.city.isIn(Supplier.all.values { $0.city }) }).map(\.code)
        }
        ask("Which suppliers are in a city without customers?") {
            try $0.fetch(Supplier.where { !$0.city.isIn(Customer.all.values { $0.city }) }).map(\.name)
        }
        ask("Which products are on a line of the three dearest orders?") {
            try $0.fetch(
                Product.where { product in
                    let dearest = Order.all.sorted { $0.freight.descending }.limit(3)
                    product.lines.any { $0.order.id.isIn(dearest.values { $0.id.optional }) }
                }
            ).map(\.id)
        }
        ask("Which orders were placed in the week before the newest one?") {
            try $0.fetch(
                Order.where {
                    $0.placed >= Order.all.maximum { $0.placed }.adding(-7, .day)
                }
            ).map(\.id)
        }
        ask("By how much does each salary differ from the mean?") {
            try $0.select(Employee.all) { ($0.last, $0.salary - Employee.all.average { $0.salary }) }
        }
        ask("What share of the whole freight falls to each country, in percents?") {
            try $0.grouped(Order.all, by: { $0.country }) {
                ($0.freight.sum * 100 / Order.all.sum { $0.freight }).rounded(places: 1)
            }
        }
        ask("Which countries have more orders than Norway?") {
            try $0.grouped(
                Order.all, by: { $0.country }, { $0.count() },
                arranged: { $0.having { $0.count() > Order.where { $0.country == "NO" }.count() } })
        }
        ask("How many tags are there, if there is any order without a customer?") {
            try $0.count(Tag.where { _ in Order.where { $0.customer == nil }.exists() })
        }
        ask("How many tags are there, unless an order costs above a thousand?") {
            try $0.count(Tag.where { _ in !Order.where { $0.freight > 1_000 }.exists() })
        }
        ask("Which employees have more orders than the average one?") {
            try $0.fetch(
                Employee.where {
                    $0.orders.count.real > Employee.all.average { $0.orders.count }
                }
            ).map(\.last)
        }
        ask("Which products cost as much as the dearest?") {
            try $0.fetch(Product.where { $0.price == Product.all.maximum { $0.price } }).map(\.name)
        }
        ask("How many orders cost more freight than the cheapest line?") {
            try $0.count(Order.where { $0.freight > OrderLine.all.minimum { $0.price * $0.quantity } })
        }
        ask("Which customers have no order with a discount, by a query in a query?") { context in
            let discounted = OrderLine.where { $0.discount > 0 }.values { $0.order.id }
            return try context.fetch(
                Customer.where {
                    !$0.code.isIn(Order.where { $0.id.isIn(discounted) }.values { $0.customer.code })
                }
            ).map(\.code)
        }
        ask("Which customers have a revenue above the mean of all revenues?") {
            try $0.fetch(
                Customer.where {
                    $0.orders.sum { $0.lines.sum { $0.price * $0.quantity * (-$0.discount + 1) } }
                        > Customer.where { $0.orders.any { !$0.lines.isEmpty } }.average {
                            $0.orders.sum { $0.lines.sum { $0.price * $0.quantity * (-$0.discount + 1) } }
                        }
                }
            ).map(\.code)
        }
    }

    /// Members that are compared with their owner.
    mutating func outer() {
        ask("Which customers had something sent to the city they are in?") {
            try $0.fetch(
                Customer.where { customer in customer.orders.any { $0.city == customer.city.outer() } }
            )
            .map(\.code)
        }
        ask("Which customers had everything sent to where they are?") {
            try $0.fetch(
                Customer.where { customer in
                    !customer.orders.isEmpty
                    customer.orders.all { $0.city == customer.city.outer() }
                }
            ).map(\.code)
        }
        ask("How many lines of each product are below its price?") {
            try $0.select(Product.where { !$0.lines.isEmpty }) { product in
                (product.id, product.lines.count(where: { $0.price < product.price.outer() }))
            }
        }
        ask("Which employees have a report who earns more than half as much?") {
            try $0.fetch(
                Employee.where { boss in boss.reports.any { ($0.salary * 2).optional > $0.boss.salary } }
            ).map(\.last)
        }
        ask("Which categories have a product dearer than twice the mean of their products?") {
            try $0.fetch(
                Category.where { category in
                    category.products.any { product in
                        (product.price / 2).optional > category.products.average { $0.price }.outer()
                    }
                }
            ).map(\.name)
        }
        ask("Which suppliers have two products of one price?") {
            try $0.fetch(
                Supplier.where { supplier in
                    supplier.products.any { product in
                        product.supplier.products.any {
                            $0.id > product.id.outer() && $0.price == product.price.outer()
                        }
                    }
                }
            ).map(\.name)
        }
        ask("What freight have the orders of each Turkish customer cost but for the newest?") {
            try $0.select(Customer.where { $0.country == "TR" }) { customer in
                (
                    customer.code,
                    customer.orders.sum {
                        $0.freight
                    } where: {
                        $0.placed.optional < customer.orders.maximum { $0.placed }.outer()
                    }
                )
            }
        }
        ask("How many orders have no earlier one of their customer?") {
            try $0.count(
                Order.where { order in
                    order.customer != nil
                    order.customer.orders.none { $0.placed < order.placed.outer() }
                })
        }
        ask("Which customers are the only ones in their city?") {
            try $0.fetch(
                Customer.where { customer in
                    !Customer.where { $0.city == customer.city.outer() && $0.code != customer.code.outer() }
                        .exists()
                }
            ).map(\.code)
        }
        ask("Which products are the dearest of their category?") {
            try $0.fetch(
                Product.where { product in
                    product.price
                        == Product.where { $0.category.id == product.category.id.outer() }.maximum {
                            $0.price
                        }
                }
            ).map(\.id)
        }
        ask("How many customers are in the city of each supplier?") {
            try $0.select(Supplier.all) { supplier in
                (supplier.name, Customer.where { $0.city == supplier.city }.count())
            }
        }
    }
}
