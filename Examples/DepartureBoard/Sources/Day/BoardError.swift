import FoundationEssentials
import Granary

/// A request that cannot be carried out: the fault and the remedy.
package struct BoardError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The message.
    package let description: String

    /// Makes an error.
    init(_ description: String) { self.description = description }

    /// A day that is neither stored nor in the data.
    static func noDay(_ day: Day) -> BoardError {
        BoardError(
            "Nothing is known of \(day). Name a day of January 2013 with --date, or store another one with `board reconcile`."
        )
    }

    /// A flight that does not exist.
    static func noFlight(_ key: Departure.Key) -> BoardError {
        let day = key.day.formatted(.iso8601.year().month().day())
        return BoardError(
            "There is no flight \(key.carrier) \(key.number) on \(day); look at the board, and name another day with --date."
        )
    }
}
