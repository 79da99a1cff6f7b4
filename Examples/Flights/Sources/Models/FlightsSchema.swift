import Granary

/// The models, and the named configurations they belong to; a configuration file says where each of those is stored.
enum FlightsSchema {
    /// Makes the schema of the second version, with the migration from the first.
    static func make() throws -> Schema {
        let schema = try Schema(
            "Flights",
            configurations: [
                "Reference": [Airline.self, Airport.self, Design.self, Plane.self],
                "Operations": [Flight.self, Dataset.self],
                "Session": [ImportRun.self],
            ])
        return schema.following([try migration(to: schema)])
    }
}
