internal import FoundationEssentials
internal import GRDB
internal import Workload

/// Records as GRDB's own performance tests have them: read by column position, written by prepared statements.
protocol FastPlayer: FetchableRecord {
    associatedtype Key: RecordKey
    var id: Key { get }
    var score: Int { get set }
    var rating: Double { get set }
    var version: Int64 { get }
    init(_ id: Key, _ values: PlayerValues, team: Key)
    var arguments: StatementArguments { get }
}

struct FastIntegerPlayer: FastPlayer {
    var id: Int64
    var name: String
    var email: String
    var score: Int
    var rating: Double
    var isActive: Bool
    var createdAt: Date
    var notes: String?
    var team: Int64
    var version: Int64

    init(row: Row) {
        id = row[0]
        name = row[1]
        email = row[2]
        score = row[3]
        rating = row[4]
        isActive = row[5]
        createdAt = Date(microseconds: row[6])
        notes = row[7]
        team = row[8]
        version = row[9]
    }

    init(_ id: Int64, _ values: PlayerValues, team: Int64) {
        self.id = id
        name = values.name
        email = values.email
        score = values.score
        rating = values.rating
        isActive = values.isActive
        createdAt = Date(microseconds: values.createdAt)
        notes = values.notes
        self.team = team
        version = 2
    }

    var arguments: StatementArguments {
        [id, name, email, score, rating, isActive, createdAt.microseconds, notes, team, version]
    }
}

struct FastUUIDPlayer: FastPlayer {
    var id: UUID
    var name: String
    var email: String
    var score: Int
    var rating: Double
    var isActive: Bool
    var createdAt: Date
    var notes: String?
    var team: UUID
    var version: Int64

    init(row: Row) throws {
        id = try row.uuid(at: 0)
        name = row[1]
        email = row[2]
        score = row[3]
        rating = row[4]
        isActive = row[5]
        createdAt = Date(microseconds: row[6])
        notes = row[7]
        team = try row.uuid(at: 8)
        version = row[9]
    }

    init(_ id: UUID, _ values: PlayerValues, team: UUID) {
        self.id = id
        name = values.name
        email = values.email
        score = values.score
        rating = values.rating
        isActive = values.isActive
        createdAt = Date(microseconds: values.createdAt)
        notes = values.notes
        self.team = team
        version = 2
    }

    var arguments: StatementArguments {
        [id, name, email, score, rating, isActive, createdAt.microseconds, notes, team, version]
    }
}

extension Row {
    /// Reads sixteen bytes in place; GRDB's own conversion of a `UUID` makes a `Data` of them first.
    @inline(__always) func uuid(at column: Int) throws -> UUID {
        try withUnsafeData(atIndex: column) { data in
            guard let data, data.count == 16 else { throw WorkloadError("a key is not 16 bytes long") }
            return data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        }
    }
}

extension Date {
    @inline(__always) init(microseconds: Int64) {
        self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    }

    @inline(__always) var microseconds: Int64 { Int64((timeIntervalSince1970 * 1_000_000).rounded()) }
}
