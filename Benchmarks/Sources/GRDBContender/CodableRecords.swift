internal import FoundationEssentials
internal import GRDB
internal import Workload

/// Records whose reading and writing is derived from `Codable`, which is the easy way.
protocol CodablePlayer: Codable, FetchableRecord, PersistableRecord {
    associatedtype Key: RecordKey & Codable
    var id: Key { get }
    var score: Int { get set }
    var rating: Double { get set }
    var granary_version: Int64 { get set }
    init(_ id: Key, _ values: PlayerValues, team: Key)
}

extension CodablePlayer {
    static var databaseTableName: String { "player" }

    /// Dates as the other contenders store them.
    static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy {
        .custom { $0.microseconds }
    }

    static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
        .custom { Int64.fromDatabaseValue($0).map(Date.init(microseconds:)) }
    }
}

struct CodableIntegerPlayer: CodablePlayer {
    var id: Int64
    var name: String
    var email: String
    var score: Int
    var rating: Double
    var active: Bool
    var createdAt: Date
    var notes: String?
    var team: Int64
    var granary_version: Int64

    init(_ id: Int64, _ values: PlayerValues, team: Int64) {
        self.id = id
        name = values.name
        email = values.email
        score = values.score
        rating = values.rating
        active = values.isActive
        createdAt = Date(microseconds: values.createdAt)
        notes = values.notes
        self.team = team
        granary_version = 2
    }
}

struct CodableUUIDPlayer: CodablePlayer {
    var id: UUID
    var name: String
    var email: String
    var score: Int
    var rating: Double
    var active: Bool
    var createdAt: Date
    var notes: String?
    var team: UUID
    var granary_version: Int64

    init(_ id: UUID, _ values: PlayerValues, team: UUID) {
        self.id = id
        name = values.name
        email = values.email
        score = values.score
        rating = values.rating
        active = values.isActive
        createdAt = Date(microseconds: values.createdAt)
        notes = values.notes
        self.team = team
        granary_version = 2
    }
}
