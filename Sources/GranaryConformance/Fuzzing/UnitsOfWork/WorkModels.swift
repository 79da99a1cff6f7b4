import FoundationEssentials
import Granary

/// The models of programs of several contexts: every kind of relationship, key and delete rule among them.
enum WorkModels {
    /// The name of the configuration of all of them.
    static let configuration = "Work"

    /// The schema of all of them.
    static func schema() throws -> Schema {
        try Schema(
            "UnitsOfWork",
            configurations: [
                configuration: [Squad.self, Athlete.self, Deal.self, Medal.self, Coach.self]
            ])
    }
}

/// A squad of athletes and deals; its deletion frees the ones and deletes the others.
@Model final class Squad {
    var id: Int
    @Attribute(.unique) var name: String?
    var score: Int = 0
    var colors: Set<String> = []
    @Relationship(inverse: \Athlete.squad, onDelete: .nullify) var athletes: ToMany<Athlete>
    @Relationship(inverse: \Deal.squad, onDelete: .cascade) var deals: ToMany<Deal>
    @Relationship var coach: Coach?
}

/// Where all kinds of relationships meet; each may follow another in a chain.
@Model final class Athlete {
    var id: Int
    @Attribute(.unique) var name: String?
    var score: Int = 0
    @Relationship var squad: Squad?
    @Relationship var next: Athlete?
    @Relationship(inverse: \Athlete.next) var previous: Athlete?
    @Relationship var medals: ToMany<Medal>
}

/// A compound key; its deletion deletes its subjects.
@Model final class Deal {
    @Attribute(.primaryKey) var code: String
    @Attribute(.primaryKey) var year: Int
    var score: Int = 0
    @Relationship var squad: Squad?
    @Relationship(onDelete: .cascade) var prize: Medal?
}

/// Many athletes have it, and an athlete has many.
@Model final class Medal {
    @Attribute(.primaryKey) var label: String
    var score: Int = 0
    @Relationship(inverse: \Athlete.medals) var athletes: ToMany<Athlete>
    @Relationship(inverse: \Deal.prize) var deals: ToMany<Deal>
}

/// Cannot be deleted while there are squads.
@Model final class Coach {
    var id: UUID
    var score: Int = 0
    @Relationship(inverse: \Squad.coach, onDelete: .deny) var squads: ToMany<Squad>
}
