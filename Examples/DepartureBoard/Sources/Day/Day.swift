import ArgumentParser
package import FoundationEssentials

/// A day of the calendar in New York, such as `2013-01-31`.
package struct Day: Hashable, Sendable {
    /// The year, the month and the day.
    let numbers: [Int]
    /// The midnight in UTC that begins the day of that name.
    package let date: Date

    /// The first day of the data that ship with the Flights example; a Tuesday.
    static let first = Day(numbers: [2013, 1, 1], date: Date(timeIntervalSince1970: 1_356_998_400))

    private init(numbers: [Int], date: Date) {
        self.numbers = numbers
        self.date = date
    }

    /// Reads a day; `nil` for a text that is none.
    package init?(_ text: String) {
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard let date = try? Date(text, strategy: .iso8601.year().month().day()) else { return nil }
        self.init(numbers: numbers, date: date)
        guard description == text else { return nil }
    }
}

extension Day: CustomStringConvertible {
    /// The text of the day.
    package var description: String { date.formatted(.iso8601.year().month().day()) }
}

extension Day: ExpressibleByArgument {
    /// Reads an argument; `nil` for one that is no day.
    init?(argument: String) { self.init(argument) }
}
