internal import FoundationEssentials
internal import Workload

/// A player with a key of sixteen bytes, as a plain class.
final class LoopPlayer {
    let id: UUID
    var name: String
    var email: String
    var score: Int
    var rating: Double
    var isActive: Bool
    var createdAt: Date
    var notes: String?
    var team: UUID
    var version: Int64

    init(_ id: UUID, _ values: PlayerValues, team: UUID, version: Int64) {
        self.id = id
        name = values.name
        email = values.email
        score = values.score
        rating = values.rating
        isActive = values.isActive
        createdAt = Date(timeIntervalSince1970: Double(values.createdAt) / 1_000_000)
        notes = values.notes
        self.team = team
        self.version = version
    }

    /// Reads a record whose fields come in the order of the columns.
    @inline(__always) init(_ key: UnsafeRawBufferPointer, _ record: UnsafeRawBufferPointer) {
        id = UUID(uuid: key.loadUnaligned(fromByteOffset: 4, as: uuid_t.self))
        var reader = LoopReader(record: record)
        version = reader.version()
        name = reader.text()
        email = reader.text()
        score = reader.score()
        rating = reader.rating()
        isActive = reader.isActive()
        createdAt = reader.createdAt()
        notes = reader.notes()
        team = reader.team()
    }

    func encode(_ key: LoopBytes, _ record: LoopBytes) {
        key.begin(LoopFormat.players)
        key.append(id)
        record.beginRecord(version: version)
        record.append(name, field: 2)
        record.append(email, field: 3)
        record.append(byte: 4 << 3 | 2)
        record.append(varint: UInt64(score << 1))
        record.append(byte: 5 << 3 | 3)
        record.append(eight: rating.bitPattern)
        record.append(byte: 6 << 3 | (isActive ? 1 : 0))
        record.append(byte: 7 << 3 | 3)
        record.append(
            eight: UInt64(bitPattern: Int64((createdAt.timeIntervalSince1970 * 1_000_000).rounded())))
        if let notes { record.append(notes, field: 8) }
        record.append(byte: 9 << 3 | 4)
        withUnsafeBytes(of: team.uuid) { record.append(bytes: $0) }
    }

    func encodeScore(_ key: LoopBytes) {
        key.begin(LoopFormat.scores)
        LoopFormat.integer(score).withUnsafeBytes { key.append(bytes: $0) }
        key.append(id)
    }

    func encodeTeam(_ key: LoopBytes) {
        key.begin(LoopFormat.members)
        key.append(team)
        key.append(id)
    }
}
