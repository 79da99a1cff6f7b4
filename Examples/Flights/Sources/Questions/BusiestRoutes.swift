import Granary

/// The five routes with most flights, whether flown or cancelled; ties by the codes.
struct BusiestRoutes: Question {
    func answer(in context: Context) throws -> [BusiestRoute] {
        let counts = try context.grouped(
            Flight.all, by: { ($0.originCode, $0.destinationCode) }, { $0.count() }
        ) {
            $0.sorted { $0.count().descending }.sorted(by: { $0.originCode.ascending })
                .sorted(by: { $0.destinationCode.ascending }).limit(5)
        }
        return counts.map { row in
            BusiestRoute(origin: row.group.0, destination: row.group.1, flights: row.values)
        }
    }
}

/// A route.
package struct BusiestRoute: Sendable, Hashable, Codable {
    /// The code of the airport flights leave from.
    package let origin: String
    /// The code of the airport they go to.
    package let destination: String
    /// How many there are.
    package let flights: Int
}
