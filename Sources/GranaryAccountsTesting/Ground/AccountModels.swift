import FoundationEssentials
import Granary
import GranaryAccounts

@Model final class Traveller {
    @Attribute(.primaryKey) var email: String
    var name: String

    init(_ email: String, name: String = "") {
        self.email = email
        self.name = name
    }
}

@Model final class Airline {
    @Attribute(.primaryKey) var code: String
    var name: String

    init(_ code: String, name: String = "") {
        self.code = code
        self.name = name
    }
}

@Model final class Trip {
    var id: UUID
    @Attribute(.indexed) var title: String
    @Relationship var airline: Airline?

    init(_ title: String, airline: Airline? = nil) {
        id = UUID()
        self.title = title
        self.airline = airline
    }
}

@Model final class Timetable {
    @Attribute(.primaryKey) var number: Int

    init(_ number: Int) { self.number = number }
}

/// The schema of the promises: users and airlines for all, trips and timetables for each account.
func travelSchema() throws -> Schema {
    try Schema(
        "Travel",
        configurations: [
            "People": [Traveller.self, AccountRecord.self], "Reference": [Airline.self],
            "Trips": [Trip.self], "Timetables": [Timetable.self],
        ])
}
