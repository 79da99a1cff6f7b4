import FoundationEssentials
import Granary
import GranaryConformance
import GranaryTestSupport

@Model final class Team {
    @Attribute(.primaryKey) var code: String
    var name: String
    @Relationship(inverse: \Player.team, onDelete: .nullify) var players: ToMany<Player>
    @Relationship(inverse: \Contract.team, onDelete: .cascade) var contracts: ToMany<Contract>
    @Relationship(inverse: \Trophy.holder, onDelete: .deny) var trophies: ToMany<Trophy>
}

@Model final class Player {
    var id: Int
    var name: String
    @Attribute(.unique) var email: String?
    @Attribute(.indexed) var score: Int
    @Relationship var team: Team?
    @Relationship var captain: Player?
    @Relationship(inverse: \Tag.players) var tags: ToMany<Tag>
}

@Model final class Contract {
    var id: UUID
    var salary: Int
    @Relationship var team: Team?
}

@Model final class Trophy {
    @Attribute(.primaryKey) var title: String
    @Relationship var holder: Team?
}

@Model final class Tag {
    @Attribute(.primaryKey) var label: String
    @Relationship var players: ToMany<Player>
}

/// Opens a stack of reference stores: one, or the teams in a store of their own.
func makeStack(
    split: Bool = false, _ settings: StackSettings = StackSettings(),
    strategy: any ContextStrategy = .direct
) throws -> PersistentStack {
    let people: [any Model.Type] = [Player.self, Tag.self]
    let clubs: [any Model.Type] = [Team.self, Contract.self, Trophy.self]
    let schema =
        try split
        ? Schema("League", configurations: ["People": people, "Clubs": clubs])
        : Schema("League", configurations: ["All": people + clubs])
    return try startedStack(schema, settings: settings, strategy: strategy)
}

/// Opens a stack of a reference store with two teams and a player who is in neither.
func smallStack() throws -> PersistentStack {
    let stack = try makeStack()
    let context = try stack.makeContext()
    try context.insert(Team(code: "A", name: "Ants"))
    try context.insert(Team(code: "B", name: "Bees"))
    try context.insert(Player(id: 1, name: "P", score: 1))
    try context.save()
    return stack
}
