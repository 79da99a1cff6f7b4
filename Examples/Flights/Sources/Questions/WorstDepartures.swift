package import FoundationEssentials
import Granary

/// The ten departures that were latest.
struct WorstDepartures: Question {
    func answer(in context: Context) throws -> [WorstDeparture] {
        let worst = Flight.where { $0.departureDelay != nil }
            .sorted { $0.departureDelay.descending }
            .sorted { $0.scheduledHour.ascending }
            .sorted { $0.carrier.ascending }
            .sorted { $0.number.ascending }
            .limit(10)
            .prefetching { $0.airline }
            .prefetching { $0.destination }
            .prefetching { $0.plane.design }
        return try context.fetch(worst).map { flight in
            WorstDeparture(
                delay: flight.departureDelay ?? 0, hour: flight.scheduledHour, carrier: flight.carrier,
                number: flight.number, airline: flight.airline?.name, destinationCode: flight.destinationCode,
                destination: flight.destination?.name, plane: flight.plane?.design?.model)
        }
    }
}

/// A late departure.
package struct WorstDeparture: Sendable, Hashable, Codable {
    /// Minutes.
    package let delay: Int
    /// The hour it was meant to leave in.
    package let hour: Date
    /// The airline's code.
    package let carrier: String
    /// The flight number.
    package let number: Int
    /// The airline's name, where it is known.
    package let airline: String?
    /// The code of the airport it went to.
    package let destinationCode: String
    /// The name of the airport it went to, where it is known.
    package let destination: String?
    /// The plane's model, where it is known.
    package let plane: String?

    /// Encodes every member; unknown values are `null`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(delay, forKey: .delay)
        try container.encode(hour, forKey: .hour)
        try container.encode(carrier, forKey: .carrier)
        try container.encode(number, forKey: .number)
        try container.encode(airline, forKey: .airline)
        try container.encode(destinationCode, forKey: .destinationCode)
        try container.encode(destination, forKey: .destination)
        try container.encode(plane, forKey: .plane)
    }
}
