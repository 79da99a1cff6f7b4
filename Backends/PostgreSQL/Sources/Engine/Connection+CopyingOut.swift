internal import CPostgreSQL
internal import GranaryStore
internal import GranarySQL

extension Connection {
    /// How many bytes are passed on at a time, at least.
    private static let portion = 1 << 17

    /// Passes the rows of a table on to one of another connection, in the binary form of `COPY`, without looking at
    /// them.
    ///
    /// Both are named as statements name them, with their columns.
    func pass(_ table: String, to other: Connection, _ target: String) throws {
        try other.copy("COPY \(target) FROM STDIN (FORMAT binary)") { send in
            try copyOut("COPY \(table) TO STDOUT (FORMAT binary)", send)
        }
    }

    /// Copies rows out; the body gets bytes in the binary form of `COPY`.
    private func copyOut(_ text: String, _ body: (ByteBuffer) throws -> Void) throws {
        try sync()
        try finish()
        try leavePipeline()
        guard PQsendQuery(handle.pointer, text) == 1, let result = try nextResult() else {
            throw lose(.lost)
        }
        guard PQresultStatus(result.pointer) == PGRES_COPY_OUT else {
            while try nextResult() != nil {}
            throw EngineError(result.pointer)
        }
        do {
            var buffer = ByteBuffer(capacity: Self.portion * 2)
            while try take(into: &buffer) {
                guard buffer.count >= Self.portion else { continue }
                try body(buffer)
                buffer.removeAll()
            }
            try body(buffer)
        } catch {
            // The server keeps sending rows that are no longer wanted.
            _ = lose(.lost)
            throw error
        }
        while let result = try nextResult() {
            if PQresultStatus(result.pointer) == PGRES_FATAL_ERROR { throw lose(EngineError(result.pointer)) }
        }
    }

    /// Appends the next message to a buffer; false behind the last.
    private func take(into buffer: inout ByteBuffer) throws -> Bool {
        var bytes: UnsafeMutablePointer<CChar>?
        while true {
            let count = PQgetCopyData(handle.pointer, &bytes, 1)
            if count > 0, let bytes {
                buffer.append(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
                PQfreemem(bytes)
                return true
            }
            if count == -1 { return false }
            guard count == 0 else { throw EngineError.lost }
            try waitReadable()
            guard PQconsumeInput(handle.pointer) == 1 else { throw EngineError.lost }
        }
    }
}
