import Granary

/// How many values the data lack.
struct Gaps: Question {
    func answer(in context: Context) throws -> FlightGaps {
        FlightGaps(
            cancelled: try context.count(Flight.where { $0.isCancelled }),
            withoutKnownDestination: try context.count(Flight.where { $0.destination == nil }),
            withoutKnownPlane: try context.count(Flight.where { $0.plane == nil }))
    }
}

/// How many flights lack which values.
package struct FlightGaps: Sendable, Hashable, Codable {
    /// Flights that never left.
    package let cancelled: Int
    /// Flights to an airport that is not in the data.
    package let withoutKnownDestination: Int
    /// Flights with a plane that is not in the data, or with none written down.
    package let withoutKnownPlane: Int
}
