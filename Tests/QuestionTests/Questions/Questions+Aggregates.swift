import Foundation
import Granary

extension Questions {
    /// Aggregates over whole queries.
    mutating func aggregates() {
        ask("How many orders, customers of orders, and cities are there?") {
            try $0.aggregate(Order.all) {
                ($0.count(), $0.customer.code.distinctCount, $0.city.distinctCount)
            }
        }
        ask("What is the freight of all orders, in sum and mean?") {
            try $0.aggregate(Order.all) { ($0.freight.sum, $0.freight.average) }
        }
        ask("What are the smallest and the largest freight that is not zero?") {
            try $0.aggregate(Order.where { $0.freight > 0 }) { ($0.freight.minimum, $0.freight.maximum) }
        }
        ask("How much have all lines brought in?") {
            try $0.aggregate(OrderLine.all) { ($0.price * $0.quantity * (-$0.discount + 1)).sum }
        }
        ask("How many pieces were sold, and what is the mean of a line?") {
            try $0.aggregate(OrderLine.all) { ($0.quantity.sum, $0.quantity.average) }
        }
        ask("What do all products weigh that have a weight?") {
            try $0.aggregate(Product.all) { ($0.weight.sum, $0.weight.valueCount, $0.count()) }
        }
        ask("What are the mean, the largest and the sum of the priorities of no order?") {
            try $0.aggregate(Order.where { $0.id < 0 }) {
                ($0.priority.average, $0.priority.maximum, $0.priority.sum)
            }
        }
        ask("What is the sum of all priorities, which are narrow numbers?") {
            try $0.aggregate(Order.all) { ($0.priority.sum, $0.priority.average, $0.priority.valueCount) }
        }
        ask("How many orders are sent, open, packed and returned, side by side?") {
            try $0.aggregate(Order.all) {
                (
                    $0.count(where: $0.status == .sent), $0.count(where: $0.status == .open),
                    $0.count(where: $0.status == .packed), $0.count(where: $0.status == .returned)
                )
            }
        }
        ask("What is the freight of orders to Norway, and of all others?") {
            try $0.aggregate(Order.all) {
                ($0.freight.sum(where: $0.country == "NO"), $0.freight.sum(where: $0.country != "NO"))
            }
        }
        ask("What is the mean freight of late orders and of others?") {
            try $0.aggregate(Order.where { $0.sent != nil }) {
                ($0.freight.average(where: $0.sent > $0.due), $0.freight.average(where: !($0.sent > $0.due)))
            }
        }
        ask("Which names of products come first and last?") {
            try $0.aggregate(Product.all) { ($0.name.minimum, $0.name.maximum) }
        }
        ask("How many different prices are there, and different prices below ten?") {
            try $0.aggregate(Product.all) {
                ($0.price.distinctCount, $0.price.distinctCount(where: $0.price < 10))
            }
        }
        ask("What is the freight of the ten newest orders?") {
            try $0.aggregate(Order.all.sorted { $0.placed.descending }.limit(10)) { $0.freight.sum }
        }
        ask("What is the freight by order, from its sum and number?") {
            try $0.aggregate(Order.where { $0.country == "IE" }) { $0.freight.sum / $0.count() }
        }
        ask("By how much do the dearest and the cheapest product differ?") {
            try $0.aggregate(Product.all) { $0.price.maximum - $0.price.minimum }
        }
        ask("How many products have a category, a supplier, both?") {
            try $0.aggregate(Product.all) {
                (
                    $0.category.id.valueCount, $0.supplier.id.valueCount,
                    $0.count(where: $0.category != nil && $0.supplier != nil)
                )
            }
        }
        ask("When did the newest customer join, and which are the least and the most credit?") {
            try $0.aggregate(Customer.all) { ($0.joined.maximum, $0.credit.minimum, $0.credit.maximum) }
        }
        ask("What is the mean of the squares of the quantities?") {
            try $0.aggregate(OrderLine.all) { ($0.quantity * $0.quantity).average }
        }
        ask("What share of all lines has a discount, as a real number?") {
            try $0.aggregate(OrderLine.all) { $0.count(where: $0.discount > 0).real / $0.count().real }
        }
    }
}
