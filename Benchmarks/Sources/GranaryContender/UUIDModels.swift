internal import FoundationEssentials
internal import Granary
internal import Workload

@Model(table: "team") final class UUIDTeam {
    var id: UUID
    var name: String
    @Relationship(inverse: \UUIDPlayer.team) var players: ToMany<UUIDPlayer>
}

@Model(table: "player") final class UUIDPlayer {
    var id: UUID
    var name: String
    var email: String
    @Attribute(.indexed) var score: Int
    var rating: Double
    @Attribute(column: "active") var isActive: Bool
    var createdAt: Date
    var notes: String?
    @Relationship(column: "team") var team: UUIDTeam?
}

extension UUIDTeam: Team {
    static func key(at position: Int) -> UUID { Workload.uuidKey(position) }
    static func make(_ id: UUID, _ name: String) -> UUIDTeam { UUIDTeam(id: id, name: name) }
}

extension UUIDPlayer: Player {
    static func key(at position: Int) -> UUID { Workload.uuidKey(position) }

    static func make(_ id: UUID, _ values: PlayerValues, _ team: UUIDTeam) -> UUIDPlayer {
        UUIDPlayer(
            id: id, name: values.name, email: values.email, score: values.score, rating: values.rating,
            isActive: values.isActive, createdAt: values.date, notes: values.notes, team: team)
    }

    static func scoring(_ score: Int) -> Query<UUIDPlayer> { UUIDPlayer.where { $0.score == score } }
    static var isGood: Query<UUIDPlayer> { UUIDPlayer.where { $0.isActive == true && $0.rating > 0.5 } }

    static func ratings(in context: Context) throws -> Double {
        try context.grouped(all, by: { $0.team.id }, { ($0.rating.average, $0.score.maximum) })
            .reduce(0) { $0 + ($1.values.0 ?? 0) * Double($1.values.1 ?? 0) }
    }
}
