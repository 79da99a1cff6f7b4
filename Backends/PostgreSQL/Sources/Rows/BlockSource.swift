internal import CPostgreSQL
internal import Granary

/// Gives a cursor its rows, some at a time.
protocol BlockSource: AnyObject {
    /// The next rows; `nil` at the end.
    func next() throws -> ResultSet?
    /// Reads the rest into memory, so that the connection is free for something else.
    func takeRest() throws
    /// Releases what is left; safe to call twice.
    func close()
}

/// No rows.
final class NoRows: BlockSource {
    func next() -> ResultSet? { nil }
    func takeRest() {}
    func close() {}
}

/// What a source of rows needs of its session.
struct SourceOwner {
    /// The connection.
    let connection: Connection
    /// Translates a failure, and notes what it means for the session.
    let failed: (any Error) -> any Error
    /// Throws when the session was interrupted.
    let check: () throws -> Void
}

/// Rows as they come over the wire, one in memory at a time.
final class WireRows: BlockSource {
    private let owner: SourceOwner
    private var isReading = true
    private var taken: [ResultSet] = []
    private var nextTaken = 0

    /// Begins to read the rows of the statement whose answer comes next.
    init(_ owner: SourceOwner) {
        self.owner = owner
        owner.connection.readRowByRow()
    }

    deinit { close() }

    func next() throws -> ResultSet? {
        if nextTaken < taken.count {
            defer { nextTaken += 1 }
            return taken[nextTaken]
        }
        taken = []
        nextTaken = 0
        return try isReading ? read() : nil
    }

    /// One row from the wire; `nil` at the end, after which the connection is free.
    private func read() throws -> ResultSet? {
        do {
            var failure: EngineError?
            while let result = try owner.connection.nextResult() {
                let status = PQresultStatus(result.pointer)
                if status == PGRES_SINGLE_TUPLE { return result }
                if status != PGRES_TUPLES_OK { failure = EngineError(result.pointer) }
            }
            isReading = false
            try owner.connection.endStream(failure)
            return nil
        } catch {
            isReading = false
            throw owner.failed(error)
        }
    }

    func takeRest() throws {
        taken.removeFirst(nextTaken)
        nextTaken = 0
        while isReading, let result = try read() { taken.append(result) }
    }

    func close() {
        taken = []
        nextTaken = 0
        while isReading, (try? read()) != nil {}
    }
}

/// Rows of a cursor on the server, so many at a time; the connection is free between.
final class PortalRows: BlockSource {
    private let owner: SourceOwner
    private let name: String
    private var first: ResultSet?
    private var isOpen = true

    /// How many rows are fetched at a time.
    static let blockSize: Int32 = 1_000

    /// Goes on with a cursor whose first rows have been fetched.
    init(_ owner: SourceOwner, name: String, first: ResultSet?) {
        self.owner = owner
        self.name = name
        self.first = first
    }

    deinit { close() }

    /// The statement that fetches the next rows of a cursor.
    static func fetch(_ name: String) -> String { "FETCH FORWARD \(blockSize) FROM \(name)" }

    func next() throws -> ResultSet? {
        guard isOpen else { return nil }
        if let first {
            self.first = nil
            if first.count < Self.blockSize { close() }
            return first
        }
        do {
            try owner.check()
            try owner.connection.send(Self.fetch(name), isNamed: false)
            try owner.connection.sync()
            guard let rows = try owner.connection.finish().first, rows.count > 0 else {
                close()
                return nil
            }
            if rows.count < Self.blockSize { close() }
            return rows
        } catch {
            isOpen = false
            throw owner.failed(error)
        }
    }

    func takeRest() {}

    func close() {
        guard isOpen else { return }
        isOpen = false
        try? owner.connection.send("CLOSE \(name)", answer: .ignored, isNamed: false)
        try? owner.connection.sync()
    }
}
