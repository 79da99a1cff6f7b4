import Foundation
import Granary

extension Questions {
    /// What takes more than one call, each with the reason.
    mutating func detours() {
        ask(
            "Which cities have customers or suppliers, each once?",
            detour: "Sets are over one model: a union of equal columns of two models is two queries."
        ) { context in
            let customers = try context.distinct(Customer.where { $0.city != nil }) { $0.city ?? "" }
            let suppliers = try context.distinct(Supplier.where { $0.city != nil }) { $0.city ?? "" }
            return Set(customers + suppliers).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }
        ask(
            "Who does business with the house, customers, suppliers and shippers in one list?",
            detour: "Sets are over one model: a list of the rows of three models is three queries."
        ) { context in
            try context.select(Customer.where { $0.country == "NO" }) { ($0.constant("customer"), $0.name) }
                + context.select(Shipper.all) { ($0.constant("shipper"), $0.name) }
                + context.select(Supplier.where { $0.country == "NO" }) { ($0.constant("supplier"), $0.name) }
        }
        ask(
            "On how many days was how often ordered?",
            detour: "Groups cannot be grouped again: a query over the result of another is one over objects."
        ) { context in
            let days = try context.grouped(Order.all, by: { $0.placed.beginning(of: .day) }) { $0.count() }
            return Dictionary(days.map { ($0.values, 1) }, uniquingKeysWith: +).sorted { $0.key < $1.key }
                .map { ($0.key, $0.value) }
        }
        ask(
            "What is the median of all freights?",
            detour: "There is no median: the middle needs the number of rows as the offset of a query."
        ) { context in
            let middle = try context.count(Order.all) / 2
            return try context.select(Order.all.sorted { $0.freight.ascending }.offset(middle - 1).limit(2)) {
                $0.freight
            }.reduce(Decimal(0), +) / 2
        }
        ask(
            "Which words are on each product, in one text?",
            detour: "No aggregate joins texts."
        ) { context in
            try context.fetch(Product.where { $0.tags.count > 1 }.prefetching { $0.tags }).map {
                ($0.id, $0.tags.map(\.word).joined(separator: ", "))
            }
        }
        ask(
            "Which categories are below “Tools”, however deep?",
            detour: "Recursion, a common table expression in SQL, is not asked for: a query per level."
        ) { context in
            var (found, level) = ([String](), ["Tools"])
            while !level.isEmpty {
                level = try context.select(Category.where { $0.parent.name.isIn(level.map { $0 }) }) {
                    $0.name
                }
                found += level
            }
            return found
        }
        ask(
            "Which days of December 2024 had no order?",
            detour: "Days that are in no row would need a list of days to join with."
        ) { context in
            let days = Set(
                try context.distinct(Order.where { $0.placed.year == 2024 && $0.placed.month == 12 }) {
                    $0.placed.day
                })
            return (1...31).filter { !days.contains($0) }
        }
    }
}
