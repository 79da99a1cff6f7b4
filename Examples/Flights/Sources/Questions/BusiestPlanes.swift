import Granary

/// The five planes with the most flights, among those in the data; ties by tail number.
struct BusiestPlanes: Question {
    func answer(in context: Context) throws -> [BusiestPlane] {
        let known = Flight.where { $0.plane != nil }
        let counts = try context.grouped(known, by: { $0.tailNumber }, { $0.count() }) {
            $0.sorted { $0.count().descending }.sorted(by: { $0.tailNumber.ascending }).limit(5)
        }
        let busiest = counts.map { row in (tailNumber: row.group ?? "", flights: row.values) }
        let planes = try context.objects(busiest.map { ObjectID<Plane>($0.tailNumber) })
        return busiest.compactMap { row in
            planes.first { $0.tailNumber == row.tailNumber }.map { plane in
                BusiestPlane(
                    tailNumber: plane.tailNumber, maker: plane.design?.maker ?? "",
                    model: plane.design?.model ?? "", flights: row.flights
                )
            }
        }
    }
}

/// A plane that flew often.
package struct BusiestPlane: Sendable, Hashable, Codable {
    /// The registration.
    package let tailNumber: String
    /// Who built it.
    package let maker: String
    /// The maker's name for the model.
    package let model: String
    /// How many flights it made.
    package let flights: Int
}
