import Granary

/// The models, and the named configurations they belong to; a configuration file says where each of those is stored.
enum FlightsSchema {
    /// Makes the schema.
    static func make() throws -> Schema {
        try Schema(
            "Flights",
            configurations: [
                "Reference": [Airline.self, Airport.self, Plane.self],
                "Operations": [Flight.self, Dataset.self],
                "Session": [ImportRun.self],
            ])
    }
}
