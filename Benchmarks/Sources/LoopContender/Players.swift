internal import FoundationEssentials
internal import Workload

/// The requirements of the loop on a class of players; the classes themselves are plain, as one would write them.
protocol Player: AnyObject, SendableMetatype {
    associatedtype PlayerKey: Key
    var id: PlayerKey { get }
    var score: Int { get set }
    var rating: Double { get set }
    var version: Int64 { get set }
    init(_ statement: borrowing Statement)
    init(_ id: PlayerKey, _ values: PlayerValues, team: PlayerKey)
    func bind(_ statement: borrowing Statement, version: Int64)
}

/// A player with an integer key.
final class IntegerPlayer: Player {
    let id: Int64
    var name: String
    var email: String
    var score: Int
    var rating: Double
    var isActive: Bool
    var createdAt: Date
    var notes: String?
    var team: Int64
    var version: Int64

    init(_ statement: borrowing Statement) {
        id = .read(statement, 0)
        name = statement.text(1)
        email = statement.text(2)
        score = Int(statement.integer(3))
        rating = statement.real(4)
        isActive = statement.integer(5) != 0
        createdAt = Date(microseconds: statement.integer(6))
        notes = statement.isNull(7) ? nil : statement.text(7)
        team = .read(statement, 8)
        version = statement.integer(9)
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
        version = 0
    }

    func bind(_ statement: borrowing Statement, version: Int64) {
        id.bind(statement, at: 1)
        statement.bind(name, at: 2)
        statement.bind(email, at: 3)
        statement.bind(Int64(score), at: 4)
        statement.bind(rating, at: 5)
        statement.bind(Int64(isActive ? 1 : 0), at: 6)
        statement.bind(createdAt.microseconds, at: 7)
        if let notes { statement.bind(notes, at: 8) } else { statement.bindNull(at: 8) }
        team.bind(statement, at: 9)
        statement.bind(version, at: 10)
    }
}

/// A player with a key of sixteen bytes.
final class UUIDPlayer: Player {
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

    init(_ statement: borrowing Statement) {
        id = .read(statement, 0)
        name = statement.text(1)
        email = statement.text(2)
        score = Int(statement.integer(3))
        rating = statement.real(4)
        isActive = statement.integer(5) != 0
        createdAt = Date(microseconds: statement.integer(6))
        notes = statement.isNull(7) ? nil : statement.text(7)
        team = .read(statement, 8)
        version = statement.integer(9)
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
        version = 0
    }

    func bind(_ statement: borrowing Statement, version: Int64) {
        id.bind(statement, at: 1)
        statement.bind(name, at: 2)
        statement.bind(email, at: 3)
        statement.bind(Int64(score), at: 4)
        statement.bind(rating, at: 5)
        statement.bind(Int64(isActive ? 1 : 0), at: 6)
        statement.bind(createdAt.microseconds, at: 7)
        if let notes { statement.bind(notes, at: 8) } else { statement.bindNull(at: 8) }
        team.bind(statement, at: 9)
        statement.bind(version, at: 10)
    }
}

extension Date {
    @inline(__always) init(microseconds: Int64) {
        self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    }

    @inline(__always) var microseconds: Int64 { Int64((timeIntervalSince1970 * 1_000_000).rounded()) }
}
