import Granary
import GranaryAccounts

extension Account where Login.User == Traveller {
    /// Plans a trip by the first flight to an airport, and begins a letter about it.
    ///
    /// - Returns: where the trip goes, and when.
    /// - Throws: ``GranaryError/Code/notFound`` for an airport without flights; errors of the stores.
    func planTrip(to airport: String) async throws -> String {
        try await stack.perform { context in
            let flights = Flight.where { $0.destination == airport }.sorted { $0.code.ascending }
            guard let flight = try context.fetch(flights).first else {
                throw GranaryError(.notFound, "No flight goes there; name an airport such as MIA.")
            }
            let trip = Trip(by: flight)
            try context.insert(trip)
            try context.insert(Draft("I shall be in \(airport)."))
            try context.save()
            return trip.snapshot.text
        }
    }

    /// Where the trips go, and when, in order.
    ///
    /// - Throws: errors of the stores.
    var trips: [String] {
        get async throws {
            try await stack.perform { context in
                try context.fetch(Trip.all.sorted { $0.flightCode.ascending }).map(\.snapshot.text)
            }
        }
    }
}
