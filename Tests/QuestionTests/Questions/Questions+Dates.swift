import Foundation
import Granary

extension Questions {
    /// Conditions on dates, their parts, and calculations with them.
    mutating func dates() {
        ask("Which orders were placed on the leap day?") {
            try $0.fetch(Order.where { $0.placed.month == 2 && $0.placed.day == 29 }).map(\.id)
        }
        ask("Which orders were placed in January 2024?") { context in
            let (first, end) = (try day("2024-01-01"), try day("2024-02-01"))
            return try context.fetch(Order.where { $0.placed >= first && $0.placed < end }).map(\.id)
        }
        ask("How many orders were placed in each month?") {
            try $0.grouped(Order.all, by: { ($0.placed.year, $0.placed.month) }) { $0.count() }
        }
        ask("How many orders begin in each month, named by its first moment?") {
            try $0.grouped(Order.all, by: { $0.placed.beginning(of: .month) }) { $0.count() }
        }
        ask("How many orders were placed on each day of the week?") {
            try $0.grouped(Order.all, by: { $0.placed.weekday }) { $0.count() }
        }
        ask("In which weeks was most ordered?") {
            try $0.grouped(
                Order.all, by: { $0.placed.beginning(of: .week) }, { $0.count() },
                arranged: { $0.sorted { $0.count().descending }.limit(5) })
        }
        ask("Which hours of the day are ordered in, in a zone two hours east?") {
            try $0.grouped(Order.all, by: { $0.placed.part(.hour, secondsFromGMT: 7_200) }) { $0.count() }
        }
        ask("Which orders fall on another day five hours west of Greenwich?") {
            try $0.fetch(Order.where { $0.placed.day != $0.placed.part(.day, secondsFromGMT: -18_000) }).map(
                \.id)
        }
        ask("Which orders were sent after they were due?") {
            try $0.fetch(Order.where { $0.sent > $0.due }).map(\.id)
        }
        ask("By how many days were orders late, the latest first?") {
            try $0.select(
                Order.where { $0.sent > $0.due }.sorted {
                    $0.sent.difference(from: $0.due, in: .day).descending
                }
            ) { ($0.id, $0.sent.difference(from: $0.due, in: .day)) }
        }
        ask("Which orders were sent within two hours?") {
            try $0.fetch(Order.where { $0.sent < $0.placed.adding(2, .hour).optional }).map(\.id)
        }
        ask("How many whole weeks lie between order and due date?") {
            try $0.grouped(Order.all, by: { $0.due.difference(from: $0.placed.optional, in: .week) }) {
                $0.count()
            }
        }
        ask("When are orders without a due date expected, a month later?") {
            try $0.select(Order.where { $0.due == nil }) { ($0.id, $0.placed, $0.placed.adding(1, .month)) }
        }
        ask("When would every thirtieth order have come a minute and a half earlier?") {
            try $0.select(Order.where { $0.id % 30 == 0 }) { ($0.id, $0.placed.adding(.seconds(-90))) }
        }
        ask("Who is born on a leap day?") {
            try $0.fetch(Employee.where { $0.born.day == 29 && $0.born.month == 2 }).map(\.last)
        }
        ask("How old was everybody when hired, in years?") {
            try $0.select(Employee.all) { ($0.last, $0.hired.difference(from: $0.born, in: .year)) }
        }
        ask("When do those who were hired on a leap day have four years, and one?") {
            try $0.select(Employee.where { $0.hired.month == 2 && $0.hired.day == 29 }) {
                ($0.last, $0.hired.adding(4, .year), $0.hired.adding(1, .year))
            }
        }
        ask("How many months was everybody in the house in the middle of 2024?") { context in
            let moment = try day("2024-06-30")
            return try context.select(Employee.all) {
                ($0.last, $0.constant(moment).difference(from: $0.hired, in: .month))
            }
        }
        ask("Who was born before 1970?") { context in
            let moment = try day("1970-01-01")
            return try context.fetch(Employee.where { $0.born < moment }).map(\.last)
        }
        ask("Who was hired on the first day of a year or the last?") {
            try $0.fetch(Employee.where { $0.hired.dayOfYear == 1 || $0.hired.dayOfYear >= 365 }).map(\.last)
        }
        ask("Which customers joined at the last second of a day?") {
            try $0.fetch(
                Customer.where {
                    $0.joined.adding(1, .second).beginning(of: .day) == $0.joined.adding(1, .second)
                }
            ).map(\.code)
        }
        ask("Which customers joined before the third millennium, the earliest first?") { context in
            let moment = try day("2001-01-01")
            return try context.select(Customer.where { $0.joined < moment }.sorted { $0.joined.ascending }) {
                ($0.code, $0.joined)
            }
        }
        ask("How many customers joined in each quarter of a year?") {
            try $0.grouped(Customer.all, by: { ($0.joined.month - 1) / 3 + 1 }) { $0.count() }
        }
        ask("How many customers joined in each decade?") {
            try $0.grouped(Customer.all, by: { $0.joined.year / 10 * 10 }) { $0.count() }
        }
        ask("Which products were launched on the 29th of February, and in which years?") {
            try $0.grouped(
                Product.where { $0.launched.dayOfYear == 60 && $0.launched.month == 2 },
                by: { $0.launched.year }
            ) { $0.count() }
        }
        ask("How do the dates of launches read as texts?") {
            try $0.distinct(Product.all) { ($0.launched, $0.launched.text) }
        }
        ask("Which order came first, and which last?") {
            try $0.aggregate(Order.all) {
                ($0.placed.minimum, $0.placed.maximum, $0.sent.minimum, $0.due.maximum)
            }
        }
        ask("How many orders lie in the past?") { try $0.count(Order.where { $0.placed < $0.now() }) }
    }
}

/// The first moment of a day.
private func day(_ text: String) throws -> Date { try Date("\(text)T00:00:00Z", strategy: .iso8601) }
