import Granary

/// How late each airline's flights arrive on average, the worst first; only flights whose delay is known count.
struct MeanArrivalDelays: Question {
    func answer(in context: Context) throws -> [MeanArrivalDelay] {
        let names = Dictionary(
            try context.fetch(Airline.all).map { ($0.code, $0.name) }, uniquingKeysWith: { first, _ in first }
        )
        let arrived = Flight.where { $0.arrivalDelay != nil }
        let means = try context.grouped(
            arrived, by: { $0.carrier }, { ($0.arrivalDelay.average, $0.count()) },
            arranged: {
                $0.sorted { $0.arrivalDelay.average.descending }.sorted(by: { $0.carrier.ascending })
            })
        return means.map { row in
            MeanArrivalDelay(
                carrier: row.group, airline: names[row.group], minutes: row.values.0 ?? 0,
                flights: row.values.1)
        }
    }
}

/// An airline's mean delay.
package struct MeanArrivalDelay: Sendable, Hashable, Codable {
    /// The airline's code.
    package let carrier: String
    /// The airline's name, where it is known.
    package let airline: String?
    /// The mean in minutes.
    package let minutes: Double
    /// How many flights it is the mean of.
    package let flights: Int
}
