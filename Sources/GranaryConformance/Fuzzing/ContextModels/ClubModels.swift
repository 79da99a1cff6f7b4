import FoundationEssentials
import Granary

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

/// The positions of the models of the club, in the order of their names as in a schema.
enum Club {
    static let athlete = 0
    static let coach = 1
    static let deal = 2
    static let medal = 3
    static let squad = 4
}

extension ModelKind {
    /// The models of the club; a number that nothing depends on is the first attribute of each.
    static let club: [ModelKind] = [athlete, coach, deal, medal, squad]

    /// A unique name, or none.
    private static func name(_ value: Int) -> String? { value % 4 == 0 ? nil : "n\(value)" }

    /// Some of three colors.
    private static func colors(_ value: Int) -> Set<String> {
        Set(["red", "green", "blue"].enumerated().filter { value >> $0.offset & 1 == 1 }.map(\.element))
    }

    private static let athlete = ModelKind(
        key: { $0 + 1 }, make: { Athlete(id: $0 + 1, name: name($1)) }, makeNew: { Athlete(name: name($0)) },
        setters: [{ $0.score = $1 }, { $0.name = name($1) }],
        references: [
            Reference("squad", \Athlete.squad, list: \Squad.athletes),
            Reference("next", \Athlete.next, pair: \Athlete.previous),
            Reference("previous", \Athlete.previous, pair: \Athlete.next),
        ],
        collections: [Collection("medals", \Athlete.medals, inverse: \Medal.athletes)],
        updateAll: { context, value in try context.updateAll(Athlete.all) { $0.score.set(to: value) } },
        deleteAll: { context, value in try context.deleteAll(Athlete.where { $0.score == value }) })

    private static let coach = ModelKind(
        key: { EdgeValues.uuid($0) }, make: { Coach(id: EdgeValues.uuid($0), score: $1) },
        makeNew: { Coach(score: $0) }, setters: [{ $0.score = $1 }],
        collections: [Collection("squads", \Coach.squads)],
        updateAll: { context, value in try context.updateAll(Coach.all) { $0.score.set(to: value) } },
        deleteAll: { context, value in try context.deleteAll(Coach.where { $0.score == value }) })

    private static let deal = ModelKind(
        key: { Deal.Key(code: "d\($0 % 2)", year: $0) },
        make: { Deal(code: "d\($0 % 2)", year: $0, score: $1) }, setters: [{ $0.score = $1 }],
        references: [
            Reference("squad", \Deal.squad, list: \Squad.deals),
            Reference("prize", \Deal.prize, list: \Medal.deals),
        ],
        updateAll: { context, value in try context.updateAll(Deal.all) { $0.score.set(to: value) } },
        deleteAll: { context, value in try context.deleteAll(Deal.where { $0.score == value }) })

    private static let medal = ModelKind(
        key: { "m\($0)" }, make: { Medal(label: "m\($0)", score: $1) }, setters: [{ $0.score = $1 }],
        collections: [
            Collection("athletes", \Medal.athletes), Collection("deals", \Medal.deals),
        ],
        updateAll: { context, value in try context.updateAll(Medal.all) { $0.score.set(to: value) } },
        deleteAll: { context, value in try context.deleteAll(Medal.where { $0.score == value }) })

    private static let squad = ModelKind(
        key: { $0 + 1 }, make: { Squad(id: $0 + 1, name: name($1)) }, makeNew: { Squad(name: name($0)) },
        setters: [{ $0.score = $1 }, { $0.name = name($1) }, { $0.colors = colors($1) }],
        references: [Reference("coach", \Squad.coach, list: \Coach.squads)],
        collections: [Collection("athletes", \Squad.athletes), Collection("deals", \Squad.deals)],
        updateAll: { context, value in try context.updateAll(Squad.all) { $0.score.set(to: value) } },
        deleteAll: { context, value in try context.deleteAll(Squad.where { $0.score == value }) })
}
