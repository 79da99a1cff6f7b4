internal import CPostgreSQL
internal import GranaryStore

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

    func readRest() throws {
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
