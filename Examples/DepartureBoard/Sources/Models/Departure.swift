import FoundationEssentials
import Granary

/// A flight on the board of its airport.
///
/// Times are minutes after midnight, as the clocks in New York show them.
@Model final class Departure {
    /// The day, as the midnight in UTC that begins the day of that name.
    @Attribute(.primaryKey) var day: Date
    /// The airline's code.
    @Attribute(.primaryKey, .notEmpty) var carrier: String
    /// The flight number.
    @Attribute(.primaryKey) var number: Int
    /// The code of the airport it leaves from.
    @Attribute(.indexed, .pattern("[A-Z]{3}")) var origin: String
    /// The code of the airport it goes to.
    @Attribute(.pattern("[A-Z]{3}")) var destination: String
    /// When it is meant to leave.
    @Attribute(.range(0..<1_440)) var scheduled: Int
    /// The known delay in minutes; negative when early.
    @Attribute(.range(-1_440...2_880)) var delay: Int
    /// Whether it does not leave at all.
    var isCancelled: Bool
    /// Whether the board has forgotten it: it has left, or was cancelled and its hour is past.
    var isOver: Bool
}

extension Departure {
    /// The delays that its rule allows.
    static let delays = -1_440...2_880

    /// When it is expected to leave.
    var expected: Int { scheduled + delay }
}
