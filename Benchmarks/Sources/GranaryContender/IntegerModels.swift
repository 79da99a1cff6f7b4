internal import FoundationEssentials
internal import Granary
internal import Workload

@Model(table: "team") final class IntegerTeam {
    var id: Int
    var name: String
    @Relationship(inverse: \IntegerPlayer.team) var players: ToMany<IntegerPlayer>
}

@Model(table: "player") final class IntegerPlayer {
    var id: Int
    var name: String
    var email: String
    @Attribute(.indexed) var score: Int
    var rating: Double
    @Attribute(column: "active") var isActive: Bool
    var createdAt: Date
    var notes: String?
    @Relationship(column: "team") var team: IntegerTeam?
}

extension IntegerTeam: Team {
    static func key(at position: Int) -> Int { Int(Workload.integerKey(position)) }
    static func make(_ id: Int, _ name: String) -> IntegerTeam { IntegerTeam(id: id, name: name) }
}

extension IntegerPlayer: Player {
    static func key(at position: Int) -> Int { Int(Workload.integerKey(position)) }

    static func make(_ id: Int, _ values: PlayerValues, _ team: IntegerTeam) -> IntegerPlayer {
        IntegerPlayer(
            id: id, name: values.name, email: values.email, score: values.score, rating: values.rating,
            isActive: values.isActive, createdAt: values.date, notes: values.notes, team: team)
    }

    static func scoring(_ score: Int) -> Query<IntegerPlayer> { IntegerPlayer.where { $0.score == score } }
    static var isGood: Query<IntegerPlayer> { IntegerPlayer.where { $0.isActive == true && $0.rating > 0.5 } }

    static func ratings(in context: Context) throws -> Double {
        try context.grouped(all, by: { $0.team.id }, { ($0.rating.average, $0.score.maximum) })
            .reduce(0) { $0 + ($1.values.0 ?? 0) * Double($1.values.1 ?? 0) }
    }
}
