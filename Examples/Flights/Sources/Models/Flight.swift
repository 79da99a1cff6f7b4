import FoundationEssentials
import Granary

/// One departure from New York, flown or cancelled.
///
/// Its airline, airports and plane lie in another configuration, so those relationships are references by key: the same
/// model works whether both are in one store or not. The codes are stored as well, because some planes and airports are
/// not in the data.
@Model final class Flight {
    /// The day of departure in New York, as the midnight in UTC that begins the day of that name.
    @Attribute(.primaryKey) var day: Date
    /// The airline's code.
    @Attribute(.primaryKey) var carrier: String
    /// The flight number.
    @Attribute(.primaryKey) var number: Int
    /// The code of the airport it leaves from.
    @Attribute(.primaryKey) var originCode: String
    /// The scheduled time of departure.
    @Attribute(.primaryKey) var scheduledDeparture: Date

    /// The hour, in UTC, in which it is meant to leave.
    var scheduledHour: Date
    /// The code of the airport it goes to.
    @Attribute(.indexed) var destinationCode: String
    /// The plane's registration; `nil` if it was not recorded.
    var tailNumber: String?

    /// Whether it never left.
    var isCancelled: Bool
    /// When it left, as the clock in New York showed it (517 for 5:17); `nil` when it was cancelled.
    var departureTime: Int?
    /// Minutes it left late, negative when early.
    var departureDelay: Int?
    /// When it was meant to arrive, as the clock there shows it.
    var scheduledArrivalTime: Int
    /// When it arrived, as the clock there showed it.
    var arrivalTime: Int?
    /// Minutes it arrived late, negative when early.
    var arrivalDelay: Int?
    /// Minutes in the air.
    var airTime: Int?
    /// Miles flown.
    var distance: Int

    /// Who flew.
    @Relationship var airline: Airline?
    /// Where it left from.
    @Relationship var origin: Airport?
    /// Where it went; `nil` for the four airports that are not in the data.
    @Relationship var destination: Airport?
    /// The plane; `nil` for one that is not in the data.
    @Relationship var plane: Plane?
}
