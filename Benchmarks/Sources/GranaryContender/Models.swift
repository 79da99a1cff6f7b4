internal import FoundationEssentials
internal import Granary
internal import Workload

/// The requirements of the operations on a class of players, beyond those of every model.
protocol Player: Model {
    associatedtype PlayerTeam: Team where PlayerTeam.Member == Self
    var score: Int { get set }
    var rating: Double { get set }
    static func key(at position: Int) -> Key
    static func make(_ id: Key, _ values: PlayerValues, _ team: PlayerTeam) -> Self
    static func scoring(_ score: Int) -> Query<Self>
    static var isGood: Query<Self> { get }
    static func ratings(in context: Context) throws -> Double
}

/// The requirements of the operations on a class of teams.
protocol Team: Model {
    associatedtype Member: Player
    var players: ToMany<Member> { get }
    static func key(at position: Int) -> Key
    static func make(_ id: Key, _ name: String) -> Self
}

extension PlayerValues {
    /// The date as Swift programs have it.
    var date: Date { Date(timeIntervalSince1970: Double(createdAt) / 1_000_000) }
}
