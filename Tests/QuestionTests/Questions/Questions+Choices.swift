import Foundation
import Granary

extension Questions {
    /// Choices, values in place of `nil`, and constants.
    mutating func choices() {
        ask("Which products are cheap, fair or dear?") {
            try $0.select(Product.all) {
                ($0.id, when($0.price < 5, then: "cheap").when($0.price < 50, then: "fair").otherwise("dear"))
            }
        }
        ask("How many products are cheap, fair or dear?") {
            try $0.grouped(
                Product.all,
                by: { when($0.price < 5, then: "cheap").when($0.price < 50, then: "fair").otherwise("dear") }
            ) { ($0.count(), $0.price.average) }
        }
        ask("Where do orders go, with a word for those that go nowhere?") {
            try $0.distinct(Order.all) { $0.city ?? "nowhere" }
        }
        ask("Where are customers, with the country where the city is empty or missing?") {
            try $0.select(Customer.where { $0.city == nil || $0.city == "" }) {
                ($0.code, $0.city.nilIf("").or($0.country))
            }
        }
        ask("When was or will each order be sent, by what is known of it?") {
            try $0.select(Order.where { $0.id <= 30 }) { ($0.id, $0.sent.or($0.due).or($0.placed)) }
        }
        ask("Which employees come first if the head goes last?") {
            try $0.fetch(
                Employee.all.sorted { when($0.boss == nil, then: 1).otherwise(0).ascending }.sorted {
                    $0.last.ascending
                }
            ).map(\.last)
        }
        ask("What are the stocks, with nil in place of zero?") {
            try $0.distinct(Product.all) { $0.stock.nilIf(0) }
        }
        ask("What does each product weigh, with a kilogram where it is unknown?") {
            try $0.select(Product.all) { ($0.id, $0.weight ?? 1) }
        }
        ask("What is the mean weight, if unknown ones weigh a kilogram and if they are left out?") {
            try $0.aggregate(Product.all) { (($0.weight ?? 1).average, $0.weight.average) }
        }
        ask("Which products cost at most five, or ten if they are heavy?") {
            try $0.fetch(
                Product.where { $0.price <= when($0.weight > 1, then: Decimal(10)).otherwise(5) }
            ).map(\.id)
        }
        ask("What becomes of orders, in words?") {
            try $0.grouped(
                Order.all,
                by: {
                    when($0.status == .returned, then: "came back")
                        .when($0.sent == nil, then: "still here")
                        .when($0.sent > $0.due, then: "late")
                        .otherwise("in time")
                }
            ) { $0.count() }
        }
        ask("Which shippers are there, each with a word for what it is?") {
            try $0.select(Shipper.all) { ($0.constant("shipper"), $0.name) }
        }
        ask("What is the title of each employee, if the one of an intern counts as none?") {
            try $0.select(Employee.all) { ($0.last, $0.title.nilIf("Intern") ?? "no title") }
        }
        ask("What is charged for freight, with a discount above twenty and none without a priority?") {
            try $0.select(Order.where { $0.id > 150 }) {
                (
                    $0.id,
                    when($0.priority == nil, then: $0.freight).when($0.freight > 20, then: $0.freight * 0.9)
                        .otherwise($0.freight)
                )
            }
        }
    }
}
