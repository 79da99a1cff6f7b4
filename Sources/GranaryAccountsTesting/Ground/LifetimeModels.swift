import Granary
import GranaryAccounts

/// What a cache has, without relationships of its own.
@Model final class Plan {
    @Attribute(.primaryKey) var number: Int

    init(_ number: Int) { self.number = number }
}

/// May be without a plan.
@Model final class Voyage {
    @Attribute(.primaryKey) var title: String
    @Relationship var plan: Plan?

    init(_ title: String, _ plan: Plan? = nil) {
        self.title = title
        self.plan = plan
    }
}

/// Is nothing without a plan.
@Model final class BoundVoyage {
    @Attribute(.primaryKey) var title: String
    @Relationship(.required) var plan: Plan?

    init(_ title: String, _ plan: Plan? = nil) {
        self.title = title
        self.plan = plan
    }
}

/// Cannot be deleted while there are berths.
@Model final class Ship {
    @Attribute(.primaryKey) var name: String
    @Relationship(inverse: \Berth.ship, onDelete: .deny) var berths: ToMany<Berth>

    init(_ name: String) { self.name = name }
}

@Model final class Berth {
    @Attribute(.primaryKey) var number: Int
    @Relationship var ship: Ship?

    init(_ number: Int, _ ship: Ship? = nil) {
        self.number = number
        self.ship = ship
    }
}

/// Takes its boats along when it is deleted.
@Model final class Fleet {
    @Attribute(.primaryKey) var name: String
    @Relationship(inverse: \Boat.fleet, onDelete: .cascade) var boats: ToMany<Boat>

    init(_ name: String) { self.name = name }
}

@Model final class Boat {
    @Attribute(.primaryKey) var name: String
    @Relationship var fleet: Fleet?

    init(_ name: String, _ fleet: Fleet? = nil) {
        self.name = name
        self.fleet = fleet
    }
}

/// The schema of the promises with other models in the stores of trips and of timetables.
func travelSchema(trips: any Model.Type, timetables: any Model.Type) throws -> Schema {
    try Schema(
        "Travel",
        configurations: [
            "People": [Traveller.self, AccountRecord.self], "Reference": [Airline.self],
            "Trips": [trips], "Timetables": [timetables],
        ])
}
