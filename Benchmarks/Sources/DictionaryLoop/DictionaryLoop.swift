internal import FoundationEssentials
public import Workload

/// The yardstick for the memory store: a Swift dictionary of plain objects.
public enum DictionaryLoop {
    /// The contender for a kind of key; it begins with all players, unless they are to be inserted.
    public static func contender(_ keys: KeyKind, isFilled: Bool) -> Contender {
        Contender("dictionary") { _, workload in
            switch keys {
            case .integer: session(Players<Int64>(filledWith: isFilled ? workload : nil), workload)
            case .uuid: session(Players<UUID>(filledWith: isFilled ? workload : nil), workload)
            }
        }
    }

    private static func session<Key>(_ players: Players<Key>, _ workload: Workload) -> Session {
        Session(
            run: { players.run($0, workload) }, stream: { 0 }, hold: { _ in 0 }, close: {})
    }
}

/// The requirements of the loop on a key.
protocol DictionaryKey: Hashable, Sendable {
    static func of(_ position: Int) -> Self
}

extension Int64: DictionaryKey {
    static func of(_ position: Int) -> Int64 { Workload.integerKey(position) }
}

extension UUID: DictionaryKey {
    static func of(_ position: Int) -> UUID { Workload.uuidKey(position) }
}

/// A player as a plain class.
final class PlainPlayer<Key: DictionaryKey> {
    let id: Key
    var name: String
    var email: String
    var score: Int
    var rating: Double
    var isActive: Bool
    var createdAt: Date
    var notes: String?
    var team: PlainTeam<Key>

    init(_ id: Key, _ values: PlayerValues, team: PlainTeam<Key>) {
        self.id = id
        name = values.name
        email = values.email
        score = values.score
        rating = values.rating
        isActive = values.isActive
        createdAt = Date(timeIntervalSince1970: Double(values.createdAt) / 1_000_000)
        notes = values.notes
        self.team = team
    }
}

/// A team as a plain class.
final class PlainTeam<Key: DictionaryKey> {
    let id: Key
    var name: String

    init(_ id: Key, _ name: String) {
        self.id = id
        self.name = name
    }
}

/// The dictionaries.
final class Players<Key: DictionaryKey>: @unchecked Sendable {  // safe: one thread at a time uses it.
    private var teams: [Key: PlainTeam<Key>] = [:]
    private var players: [Key: PlainPlayer<Key>] = [:]

    init(filledWith workload: Workload?) {
        if let workload { fill(workload) }
    }

    private func fill(_ workload: Workload) {
        let made = (0..<workload.teams).map { PlainTeam(Key.of($0), Workload.teamName($0)) }
        for team in made { teams[team.id] = team }
        for (position, values) in workload.players.enumerated() {
            let player = PlainPlayer(Key.of(position), values, team: made[values.team])
            players[player.id] = player
        }
    }

    func run(_ exercise: Exercise, _ workload: Workload) -> Outcome? {
        switch exercise {
        case .insert: insert(workload)
        case .fetch: fetch()
        case .object, .identity: objects(workload)
        default: nil
        }
    }

    private func insert(_ workload: Workload) -> Outcome {
        Outcome {
            fill(workload)
            return Int64(players.count)
        }
    }

    /// All players in an array.
    private func fetch() -> Outcome {
        Outcome { Int64(Array(players.values).count) }
    }

    /// Every player by its key, in random order.
    private func objects(_ workload: Workload) -> Outcome {
        let keys = workload.shuffled.map(Key.of)
        return Outcome {
            var sum = 0
            for key in keys { sum += players[key]?.score ?? 0 }
            return Int64(sum)
        }
    }
}
