public import FoundationEssentials

/// The data that every contender works on, and how much of each operation is done.
///
/// The same on every run.
public struct Workload: Sendable {
    /// How many players there are.
    public var rows: Int { players.count }
    /// How many teams there are: a hundredth of the players, at most 1,000.
    public let teams: Int
    /// The players in the order of their keys.
    public let players: [PlayerValues]
    /// The positions of all players in random order, for look-ups by key.
    public let shuffled: [Int]
    /// As many positions in random order, all of them among the first 1,000.
    public let near: [Int]
    /// The scores that the filter asks for, one after the other; each holds of 1 % of the players.
    public let filteredScores = [7, 21, 35, 49, 63]
    /// How many units of work read one row each.
    public let units: Int
    /// How many durable saves are made, of one row each.
    public let saves: Int

    /// Makes the data.
    public init(rows: Int) {
        let teams = min(max(rows / 100, 1), 1_000)
        var generator = Generator(seed: 2013)
        players = (0..<rows).map { PlayerValues(at: $0, teams: teams, &generator) }
        shuffled = (0..<rows).shuffled(using: &generator)
        near = (0..<rows).map { _ in Int.random(in: 0..<min(rows, 1_000), using: &generator) }
        self.teams = teams
        units = min(rows, 5_000)
        saves = min(rows, 2_000)
    }

    /// Whether the player at a position is one of the 10 % that are updated or deleted.
    public static func isChosen(_ position: Int) -> Bool { position % 10 == 3 }

    /// The name of the team at a position.
    public static func teamName(_ position: Int) -> String { "Team \(position)" }

    /// The integer key of the player or team at a position.
    public static func integerKey(_ position: Int) -> Int64 { Int64(position) + 1 }

    /// The time-ordered key of the player or team at a position.
    public static func uuidKey(_ position: Int) -> UUID {
        var generator = Generator(seed: UInt64(position) &+ 77)
        let moment = UInt64(1_700_000_000_000) &+ UInt64(position) / 64
        let high = moment << 16 | 0x7000 | UInt64(position % 64) << 6 | generator.next() >> 58
        let low = generator.next() >> 2 | 1 << 63
        return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
            UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
        }
    }
}
