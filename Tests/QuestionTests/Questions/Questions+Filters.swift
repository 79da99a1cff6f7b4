import Foundation
import Granary

extension Questions {
    /// Conditions on attributes, `nil`, orders and ranges.
    mutating func filters() {
        ask("Which customers are in Cork?") {
            try $0.fetch(Customer.where { $0.city == "Cork" }).map(\.code)
        }
        ask("Which customers have no city?") {
            try $0.fetch(Customer.where { $0.city == nil }).map(\.code)
        }
        ask("Which customers have an empty city?") {
            try $0.fetch(Customer.where { $0.city == "" }).map(\.code)
        }
        ask("Which customers are not in Cork?") {
            try $0.count(Customer.where { $0.city != "Cork" })
        }
        ask("How much are the three cheapest products?") {
            try $0.select(Product.all.sorted { $0.price.ascending }.limit(3)) {
                ($0.name, $0.price, $0.weight, $0.launched)
            }
        }
        ask("Which products cost 4.99?") { try $0.fetch(Product.where { $0.price == 4.99 }).map(\.name) }
        ask("Which products cost more than 49.50?") {
            try $0.fetch(Product.where { $0.price > 49.5 }.sorted { $0.price.descending }).map(\.name)
        }
        ask("Which products cost from 5 to 20?") {
            try $0.count(Product.where { $0.price >= 5 && $0.price <= 20 })
        }
        ask("Which products are out of stock but not discontinued?") {
            try $0.fetch(Product.where { $0.stock == 0 && !$0.isDiscontinued }).map(\.id)
        }
        ask("Which products are discontinued?") {
            try $0.fetch(Product.where { $0.isDiscontinued }).map(\.name)
        }
        ask("Which products weigh less than a kilogram or have no weight?") {
            try $0.fetch(Product.where { $0.weight < 1 || $0.weight == nil }).map(\.id)
        }
        ask("Which products weigh exactly 0.3?") {
            try $0.fetch(Product.where { $0.weight == 0.3 }).map(\.id)
        }
        ask("Which products do not weigh less than a kilogram, those without a weight included?") {
            try $0.fetch(Product.where { !($0.weight < 1) }).map(\.id)
        }
        ask("Which products come heaviest first, those without a weight last?") {
            try $0.select(Product.all.sorted { $0.weight.descending }.sorted { $0.name.ascending }) {
                ($0.weight, $0.name)
            }
        }
        ask("Which products come lightest first, those without a weight first?") {
            try $0.select(Product.all.sorted { $0.weight.ascending }.sorted { $0.id.descending }.limit(14)) {
                ($0.weight, $0.id)
            }
        }
        ask("Which customers are in Norway, Poland or Japan?") {
            try $0.fetch(Customer.where { $0.country.isIn(["NO", "PL", "JP"]) }).map(\.code)
        }
        ask("Which customers are in no city of a short list, those without a city included?") {
            try $0.count(Customer.where { !$0.city.isIn(["Cork", "Sligo", "Oslo"]) })
        }
        ask("Which orders were returned?") {
            try $0.fetch(Order.where { $0.status == .returned }.sorted { $0.placed.ascending }).map(\.id)
        }
        ask("Which orders are open or packed?") {
            try $0.count(Order.where { $0.status.isIn([.open, .packed]) })
        }
        ask("Which orders have the lowest priorities, those without one left out?") {
            try $0.select(
                Order.where { $0.priority != nil }.sorted { $0.priority.ascending }.limit(12)
            ) { ($0.id, $0.priority) }
        }
        ask("Which orders have a priority above 1?") {
            try $0.fetch(Order.where { $0.priority > 1 }).map(\.id)
        }
        ask("Which orders cost no freight and are not sent?") {
            try $0.fetch(Order.where { $0.freight == 0 && $0.sent == nil }).map(\.id)
        }
        ask("Which ten orders have the highest freight, the newest first among equals?") {
            try $0.select(
                Order.all.sorted { $0.freight.descending }.sorted { $0.placed.descending }.limit(10)
            ) { ($0.id, $0.freight, $0.placed) }
        }
        ask("Which orders are the eleventh to the fifteenth by date?") {
            try $0.fetch(Order.all.sorted { $0.placed.ascending }.offset(10).limit(5)).map(\.id)
        }
        ask("Which orders come after the first 178?") {
            try $0.fetch(Order.all.sorted { $0.id.ascending }.offset(178)).map(\.id)
        }
        ask("Which is the only compass?") {
            let product = try $0.single(Product.where { $0.name == "Compass" })
            return (product.id, product.name)
        }
        ask("Is there any order with a freight above 100?") {
            try $0.exists(Order.where { $0.freight > 100 })
        }
        ask("Has every order that is not open been sent or packed?") {
            try $0.allSatisfy(Order.where { $0.status != .open }) { $0.sent != nil || $0.status == .packed }
        }
        ask("Which customers have a credit above 1,000, or none and a telephone?") {
            try $0.fetch(
                Customer.where { $0.credit > 1_000 || $0.credit == nil && $0.phone != nil }
            ).map(\.code)
        }
        ask("Which lines have neither a discount nor a single piece?") {
            try $0.count(OrderLine.where { !($0.discount > 0 || $0.quantity == 1) })
        }
    }

    /// Conditions by lines, of which some are left out.
    mutating func lines() {
        ask("Which orders to Ireland are dear and late, by three lines?") {
            try $0.fetch(
                Order.where {
                    $0.country == "IE"
                    $0.freight > 5
                    $0.sent > $0.due || $0.sent == nil
                }
            ).map(\.id)
        }
        ask("Which products does a search with two filters out of three find?") { context in
            let (word, limit, isNew): (String?, Decimal?, Bool?) = ("Lamp", 100, nil)
            return try context.fetch(
                Product.where {
                    if let word { $0.name.contains(word) }
                    if let limit { $0.price < limit }
                    if let isNew { $0.isDiscontinued != isNew }
                }
            ).map(\.name)
        }
        ask("Which customers contain each of two words?") { context in
            let words = ["o", "r"]
            return try context.fetch(
                Customer.where { for word in words { $0.name.contains(word, .caseInsensitive) } }
            ).map(\.code)
        }
        ask("How many orders does a filter without lines leave?") { context in
            let country: String? = nil
            return try context.count(Order.where { if let country { $0.country == country } })
        }
        ask("Which employees have an order of each of two kinds, by lines within a relationship?") {
            try $0.fetch(
                Employee.where {
                    $0.orders.any {
                        $0.status == .returned
                        $0.freight > 20
                    }
                    $0.orders.any { $0.shipper == nil }
                }
            ).map(\.last)
        }
        ask("Which countries have more than ten orders and some dear one, by lines?") {
            try $0.grouped(Order.all, by: { $0.country }, { ($0.count(), $0.freight.maximum) }) {
                $0.having {
                    $0.count() > 10
                    $0.freight.maximum > 50
                }
            }
        }
    }
}
