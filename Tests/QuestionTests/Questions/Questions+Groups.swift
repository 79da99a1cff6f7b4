import Foundation
import Granary

extension Questions {
    /// Groups, conditions on them, their orders and ranges.
    mutating func groups() {
        ask("How many orders go to each country?") {
            try $0.grouped(Order.all, by: { $0.country }) { $0.count() }
        }
        ask("How many orders go to each city, those without one included?") {
            try $0.grouped(Order.all, by: { $0.city }) { $0.count() }
        }
        ask("How many orders does each customer have, by the customer's name?") {
            try $0.grouped(Order.all, by: { ($0.customer.code, $0.customer.name) }) { $0.count() }
        }
        ask("Which five customers have most orders?") {
            try $0.grouped(
                Order.where { $0.customer != nil }, by: { $0.customer.code }, { $0.count() },
                arranged: { $0.sorted { $0.count().descending }.limit(5) })
        }
        ask("Which cities have at least four orders, those with most first?") {
            try $0.grouped(
                Order.all, by: { $0.city }, { $0.count() },
                arranged: { $0.having { $0.count() >= 4 }.sorted { $0.count().descending } })
        }
        ask("What is the freight by country and status?") {
            try $0.grouped(Order.all, by: { ($0.country, $0.status) }) { ($0.count(), $0.freight.sum) }
        }
        ask("What is the revenue of each product?") {
            try $0.grouped(OrderLine.all, by: { $0.product.name }) {
                ($0.price * $0.quantity * (-$0.discount + 1)).sum
            }
        }
        ask("What is the revenue of each customer, along two relationships?") {
            try $0.grouped(OrderLine.all, by: { $0.order.customer.code }) {
                ($0.price * $0.quantity * (-$0.discount + 1)).sum
            }
        }
        ask("Which three categories bring in most?") {
            try $0.grouped(
                OrderLine.where { $0.product.category != nil }, by: { $0.product.category.name },
                { ($0.price * $0.quantity).sum },
                arranged: { $0.sorted { ($0.price * $0.quantity).sum.descending }.limit(3) })
        }
        ask("What is the revenue of each employee and year?") {
            try $0.grouped(OrderLine.all, by: { ($0.order.employee.last, $0.order.placed.year) }) {
                ($0.price * $0.quantity * (-$0.discount + 1)).sum
            }
        }
        ask("Which countries have a dearest freight that is twice the mean?") {
            try $0.grouped(
                Order.all, by: { $0.country }, { ($0.freight.maximum, $0.freight.average) },
                arranged: { $0.having { $0.freight.maximum > $0.freight.average * 2 } })
        }
        ask("Which countries have few orders or very dear ones?") {
            try $0.grouped(
                Order.all, by: { $0.country }, { ($0.count(), $0.freight.sum) },
                arranged: { $0.having { $0.count() < 15 || $0.freight.sum > 500 } })
        }
        ask("Which countries have not both late and returned orders?") {
            try $0.grouped(
                Order.all, by: { $0.country },
                { ($0.count(where: $0.sent > $0.due), $0.count(where: $0.status == .returned)) },
                arranged: {
                    $0.having {
                        !($0.count(where: $0.sent > $0.due) > 2
                            && $0.count(where: $0.status == .returned) > 2)
                    }
                })
        }
        ask("What share of each employee's orders was returned, in whole percents?") {
            try $0.grouped(Order.all, by: { $0.employee.id }) {
                $0.count(where: $0.status == .returned) * 100 / $0.count()
            }
        }
        ask("What is the freight of an order on average in each country, the dearest first?") {
            try $0.grouped(
                Order.all, by: { $0.country }, { ($0.freight.sum / $0.count()).rounded(places: 2) },
                arranged: { $0.sorted { ($0.freight.sum / $0.count()).descending } })
        }
        ask("Which prices do several products share?") {
            try $0.grouped(
                Product.all, by: { $0.price }, { ($0.count(), $0.name.minimum) },
                arranged: { $0.having { $0.count() > 1 } })
        }
        ask("Which weights are there, and how often, none included?") {
            try $0.grouped(Product.all, by: { $0.weight }) { $0.count() }
        }
        ask("How many products does each category have, by the name of the wider category?") {
            try $0.grouped(Product.all, by: { $0.category.parent.name }) { $0.count() }
        }
        ask("How many employees are below each boss, and what do they earn?") {
            try $0.grouped(Employee.all, by: { $0.boss.last }) {
                ($0.count(), $0.salary.sum, $0.salary.average)
            }
        }
        ask("Which titles occur, and who bears each first by the alphabet?") {
            try $0.grouped(Employee.all, by: { $0.title }) { ($0.last.minimum, $0.count()) }
        }
        ask("Which countries have customers in several cities?") {
            try $0.grouped(
                Customer.all, by: { $0.country }, { $0.city.distinctCount },
                arranged: {
                    $0.having { $0.city.distinctCount > 2 }.sorted { $0.city.distinctCount.descending }
                })
        }
        ask("Which are the third to the fifth country by orders?") {
            try $0.grouped(
                Order.all, by: { $0.country }, { $0.count() },
                arranged: { $0.sorted { $0.count().descending }.offset(2).limit(3) })
        }
        ask("Which countries come last by the alphabet?") {
            try $0.grouped(
                Order.all, by: { $0.country }, { $0.count() },
                arranged: { $0.sorted(by: { $0.country.descending }).limit(3) })
        }
        ask("How many lines are there of each quantity and discount, dear ones alone?") {
            try $0.grouped(OrderLine.where { $0.price > 20 }, by: { ($0.quantity, $0.discount) }) {
                $0.count()
            }
        }
        ask("How many orders have how many lines?") {
            try $0.grouped(Order.all, by: { $0.lines.count }) { $0.count() }
        }
        ask("How much freight do orders with even and odd numbers cost?") {
            try $0.grouped(Order.all, by: { $0.id % 2 == 0 }) { ($0.count(), $0.freight.sum) }
        }
    }
}
