import FoundationEssentials
import Granary

/// What cannot be done as it was asked for: what is wrong, and the remedy.
package struct BoardError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The message.
    package let description: String

    /// Makes an error.
    init(_ description: String) { self.description = description }

    /// A flight that does not exist.
    static func noFlight(_ key: Departure.Key) -> BoardError {
        let day = key.day.formatted(.iso8601.year().month().day())
        return BoardError(
            "There is no flight \(key.carrier) \(key.number) on \(day); look at the board, and name another day with --date."
        )
    }
}
