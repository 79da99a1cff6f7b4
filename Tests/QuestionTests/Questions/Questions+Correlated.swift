import Foundation
import Granary

extension Questions {
    /// Other queries about the object that is asked for, and sets of such queries.
    mutating func correlated() {
        ask("Which orders cost the highest freight of their customer?") {
            try $0.fetch(
                Order.where { order in
                    order.customer != nil
                    order.freight
                        == Order.where { $0.customer.code == order.customer.code.outer() }.maximum {
                            $0.freight
                        }
                }
            ).map(\.id)
        }
        ask("How many orders did the customer of each of the last orders place before?") {
            try $0.select(Order.where { $0.id > 165 && $0.customer != nil }) { order in
                (
                    order.id,
                    Order.where {
                        $0.customer.code == order.customer.code.outer() && $0.placed < order.placed.outer()
                    }.count()
                )
            }
        }
        ask("Which products cost more than the mean of what their supplier makes?") {
            try $0.fetch(
                Product.where { product in
                    product.price
                        > Product.where { $0.supplier.id == product.supplier.id.outer() }.average { $0.price }
                }
            ).map(\.id)
        }
        ask("Who earns more than everybody who was hired later?") {
            try $0.fetch(
                Employee.where { employee in
                    !Employee.where {
                        $0.hired > employee.hired.outer() && $0.salary >= employee.salary.outer()
                    }.exists()
                }
            ).map(\.last)
        }
        ask("Which place does each employee's salary have?") {
            try $0.select(Employee.all.sorted { $0.salary.descending }) { employee in
                (employee.last, Employee.where { $0.salary > employee.salary.outer() }.count() + 1)
            }
        }
        ask("What is the freight of the orders to Turkey so far, order by order?") {
            try $0.select(Order.where { $0.country == "TR" }.sorted { $0.placed.ascending }) { order in
                (
                    order.id,
                    Order.where {
                        $0.country == "TR"
                        $0.placed < order.placed.outer()
                            || $0.placed == order.placed.outer() && $0.id <= order.id.outer()
                    }.sum { $0.freight }
                )
            }
        }
        ask("Which customers have a supplier in their city and their country?") {
            try $0.fetch(
                Customer.where { customer in
                    Supplier.where {
                        $0.country == customer.country && $0.city != nil && $0.city == customer.city
                    }
                    .exists()
                }
            ).map(\.code)
        }
        ask("Which orders were placed on a day with another one?") {
            try $0.fetch(
                Order.where { order in
                    Order.where {
                        $0.placed.beginning(of: .day) == order.placed.beginning(of: .day).outer()
                            && $0.id != order.id.outer()
                    }.exists()
                }
            ).map(\.id)
        }
        ask("How many customers are in the country of each of the last suppliers by name who make something?")
        {
            try $0.select(Supplier.where { !$0.products.isEmpty }.sorted { $0.name.descending }.limit(5)) {
                supplier in
                (supplier.name, Customer.where { $0.country == supplier.country }.count())
            }
        }
        ask("How many customers have each number of customers in their own city?") {
            try $0.grouped(
                Customer.where { $0.city != nil },
                by: { customer in Customer.where { $0.city == customer.city.outer() }.count() }
            ) { $0.count() }
        }
        ask("Which products have a newer one of the same category, by the day of launching?") {
            try $0.fetch(
                Product.where { product in
                    product.category.products.any { $0.launched > product.launched.outer() }
                }
            ).map(\.id)
        }
        ask("How many products of each category cost more than the category's mean?") {
            try $0.select(Category.where { !$0.products.isEmpty }) { category in
                (
                    category.name,
                    category.products.count(where: {
                        $0.price.optional > category.products.average { $0.price }.outer()
                    })
                )
            }
        }
        ask("Which customers are the only ones in their city, or order nothing, as a union?") {
            let alone = Customer.where { customer in
                !Customer.where { $0.city == customer.city.outer() && $0.code != customer.code.outer() }
                    .exists()
            }
            return try $0.fetch(
                alone.union(Customer.where { $0.orders.isEmpty }).sorted { $0.name.ascending }.limit(10)
            ).map(\.code)
        }
        ask("Which of the thirty newest orders are neither of the best customers nor of the best employee?") {
            let best = Customer.all.sorted { $0.orders.count.descending }.limit(5).values { $0.code }
            let seller = Employee.all.sorted { $0.orders.count.descending }.limit(1).values { $0.id }
            return try $0.fetch(
                Order.all.sorted { $0.placed.descending }.limit(30)
                    .subtracting(Order.where { $0.customer.code.isIn(best) })
                    .subtracting(Order.where { $0.employee.id.isIn(seller) })
            ).map(\.id)
        }
        ask("What is the freight by status of the orders that are late and dear, or early and cheap?") {
            let late = Order.where { $0.sent > $0.due }.intersection(Order.where { $0.freight > 20 })
            let early = Order.where { $0.sent <= $0.due }.intersection(Order.where { $0.freight == 0 })
            return try $0.grouped(late.union(early), by: { $0.status }) { ($0.count(), $0.freight.sum) }
        }
        ask("Which are the second ten of the products that are first by name but not by price?") {
            try $0.fetch(
                Product.all.sorted { $0.name.ascending }.limit(30)
                    .subtracting(Product.all.sorted { $0.price.descending }.limit(5))
                    .sorted { $0.name.ascending }.offset(10).limit(10)
            ).map(\.name)
        }
    }
}
