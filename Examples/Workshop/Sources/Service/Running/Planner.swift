import FoundationEssentials
import Granary
import GranaryAccounts
import WorkshopModels

/// A module that sees to it that there are a price list and days to book, before the first request comes.
struct Planner: Module {
    /// The price list of a new workshop.
    private static let works: [(code: String, title: String, price: Decimal)] = [
        ("brakes", "Brakes adjusted", 18), ("gears", "Gears adjusted", 24),
        ("service", "Complete service", 89), ("tyre", "Tyre changed", 12),
    ]

    /// The first day that can be booked.
    let first: Date
    /// How many days can be booked.
    let days: Int
    /// How many bicycles fit in a day.
    let stands: Int

    func start(in surroundings: ModuleSurroundings) async throws {
        let stack = try surroundings.stack
        for _ in 0..<10 {
            do { return try await plan(in: stack) } catch GranaryError.Code.constraint {
                // Another process has planned the same day meanwhile, and is looked at again.
            }
        }
        try await plan(in: stack)
    }

    func stop() async throws {}

    private func plan(in stack: PersistentStack) async throws {
        let (first, days, stands) = (first, days, stands)
        try await stack.perform { context in
            for number in 0..<days {
                let date = Self.text(first.addingTimeInterval(Double(number) * 86_400))
                if try context.object(Day.self, date) == nil {
                    try context.insert(Day(date: date, stands: stands))
                }
            }
            if try !context.exists(Work.all) {
                for work in Self.works {
                    try context.insert(Work(code: work.code, title: work.title, price: work.price))
                }
            }
            try context.save()
        }
    }

    /// The date as 2027-03-01, in UTC.
    private static func text(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle().year().month().day())
    }
}
