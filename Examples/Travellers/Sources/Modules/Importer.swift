import Granary
import GranaryAccounts

/// Fills the shared reference data when there are none: at the first start, and after they have vanished.
struct Importer: Module {
    let data: FlightData

    func start(in surroundings: ModuleSurroundings) async throws {
        let data = data
        try await surroundings.stack.perform(.importer) { context in
            if try context.exists(Airline.all) { return }
            for airline in try data.airlines() { try context.insert(airline) }
            for flight in try data.flights() { try context.insert(flight) }
            try context.save()
        }
    }

    func stop() async {}
}
