import Foundation
import Granary

@Model final class Airline {
    @Attribute(.primaryKey) var code: String
    var name: String
    @Relationship(inverse: \Flight.airline, onDelete: .cascade) var flights: ToMany<Flight>
}

@Model final class Flight {
    var id: UUID
    @Attribute(.indexed) var departure: Date
    var delay: Int?
    @Relationship var airline: Airline?
    @Relationship(inverse: \Person.flights) var crew: ToMany<Person>
    @Transient var note = ""
}

@Model final class Person {
    var id: Int
    @Attribute(.unique, column: "full_name", renamedFrom: "title") var name: String
    private var secret: String?
    private(set) var visits: Int = 0
    @Relationship var flights: ToMany<Flight>
    @Relationship(onDelete: .deny, column: "boss") var manager: Person?
    @Relationship(inverse: \Person.manager) var reports: ToMany<Person>

    /// An initialiser of the program's own, which leaves the made key and the properties with defaults out.
    init(named name: String) {
        self.name = name
        secret = "of \(name)"
    }

    var hasSecret: Bool { secret != nil }
    func visit() { visits += 1 }
}

/// Defaults that each object gets of its own.
@Model final class Visit {
    @Attribute(.primaryKey, default: "none") var code: String
    @Attribute(default: Date()) var made: Date
    @Attribute(.indexed, default: [1, 2].count) var count: Int
    private var hidden: Int = 7
}
