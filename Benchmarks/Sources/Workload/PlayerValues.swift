/// The values of a player, except the key.
public struct PlayerValues: Sendable {
    /// Short text: it fits a Swift string without an allocation.
    public let name: String
    /// Longer text.
    public let email: String
    /// From 0 to 99, evenly; indexed.
    public let score: Int
    /// From 0 up to 1.
    public let rating: Double
    /// True for three of four.
    public let isActive: Bool
    /// Microseconds since 1970.
    public let createdAt: Int64
    /// Text for every second player.
    public let notes: String?
    /// The position of the team.
    public let team: Int

    /// Makes the values of the player at a position.
    init(at position: Int, teams: Int, _ generator: inout Generator) {
        let digits = String(1_000_000 + position)
        name = "Player " + digits
        email = "player." + digits + "@example.org"
        score = Int(truncatingIfNeeded: generator.next() % 100)
        rating = Double(generator.next() >> 11) / Double(1 << 53)
        isActive = generator.next() % 4 != 0
        createdAt = 1_600_000_000_000_000 + Int64(truncatingIfNeeded: generator.next() % 100_000_000_000_000)
        notes = generator.next() % 2 == 0 ? "Joined in season " + String(position % 40) : nil
        team = Int(truncatingIfNeeded: generator.next() % UInt64(teams))
    }
}
