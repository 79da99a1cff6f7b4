package import FoundationEssentials
import Granary

/// The first and the last day on which there are flights.
struct Period: Question {
    func answer(in context: Context) throws -> FlightPeriod? {
        guard let first = try context.minimum(Flight.all, of: { $0.day }),
            let last = try context.maximum(Flight.all, of: { $0.day })
        else { return nil }
        return FlightPeriod(first: first, last: last)
    }
}

/// A range of days, both ends included.
package struct FlightPeriod: Sendable, Hashable {
    /// The first day.
    package let first: Date
    /// The last day.
    package let last: Date
}
