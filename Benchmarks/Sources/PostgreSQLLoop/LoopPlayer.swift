internal import FoundationEssentials
internal import Workload

/// A player as a plain class.
final class LoopPlayer<Key: LoopKey> {
    let id: Key
    var name: String
    var email: String
    var score: Int
    var rating: Double
    var isActive: Bool
    var createdAt: Date
    var notes: String?
    var team: Key
    var version: Int64

    /// The microseconds from 1970 to the server's own beginning of time.
    private static var epoch: Int64 { 946_684_800_000_000 }

    init(_ id: Key, _ values: PlayerValues, team: Key) {
        self.id = id
        name = values.name
        email = values.email
        score = values.score
        rating = values.rating
        isActive = values.isActive
        createdAt = Date(timeIntervalSince1970: Double(values.createdAt) / 1_000_000)
        notes = values.notes
        self.team = team
        version = 0
    }

    @inline(__always) init(_ row: LoopRow) {
        id = .read(row, 0)
        name = row.text(1)
        email = row.text(2)
        score = Int(row.integer(3))
        rating = row.real(4)
        isActive = row.bool(5)
        createdAt = Date(timeIntervalSince1970: Double(row.integer(6) + Self.epoch) / 1_000_000)
        notes = row.isNull(7) ? nil : row.text(7)
        team = .read(row, 8)
        version = row.integer(9)
    }

    /// Writes a row of `COPY`.
    @inline(__always) func write(to buffer: LoopBuffer, version: Int64) {
        buffer.append(Int16(10))
        id.write(to: buffer)
        buffer.field(name)
        buffer.field(email)
        buffer.field(Int64(score))
        buffer.field(rating)
        buffer.field(isActive)
        buffer.field(Int64((createdAt.timeIntervalSince1970 * 1_000_000).rounded()) - Self.epoch)
        if let notes { buffer.field(notes) } else { buffer.fieldOfNull() }
        team.write(to: buffer)
        buffer.field(version)
    }
}

/// A team as the loop keeps it.
final class LoopTeam<Key: LoopKey> {
    let id: Key
    var name: String
    var version: Int64
    var players: [LoopPlayer<Key>] = []

    init(_ row: LoopRow) {
        id = .read(row, 0)
        name = row.text(1)
        version = row.integer(2)
    }
}
