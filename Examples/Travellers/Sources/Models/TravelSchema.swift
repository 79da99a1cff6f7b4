import Granary
import GranaryAccounts

/// The models by their lifetimes; the configuration file says which of these each account has for itself.
enum TravelSchema {
    static func make() throws -> Schema {
        try Schema(
            "Travel",
            configurations: [
                "People": [Traveller.self, AccountRecord.self], "Reference": [Airline.self, Flight.self],
                "Trips": [Trip.self], "Timetables": [Timetable.self], "Drafts": [Draft.self],
            ])
    }
}
