import Granary

/// The models as the first version of the program had them, for the migrations that begin there.
///
/// They are all kept, also those that have not changed: the content of stores of that version follows from them.
enum FirstVersion {
    /// Makes the schema of the first version.
    static func schema() throws -> Schema {
        try Schema(
            "Flights",
            configurations: [
                "Reference": [Airline.self, Airport.self, Plane.self],
                "Operations": [Flight.self, Dataset.self],
                "Session": [ImportRun.self],
            ])
    }
}
