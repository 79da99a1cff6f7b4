internal import CPostgreSQLBenchmark
internal import FoundationEssentials
internal import Workload

/// One connection to a server.
public final class LoopConnection: @unchecked Sendable {  // safe: one thread at a time uses it.
    let handle: OpaquePointer

    /// Connects to the server and database of a URL.
    public init(url: String) throws {
        guard let handle = PQconnectdb(url) else { throw WorkloadError("there is no memory") }
        self.handle = handle
        guard PQstatus(handle) == CONNECTION_OK else {
            let failure = failure()
            PQfinish(handle)
            throw failure
        }
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
    }

    /// Ends the conversation.
    public func close() { PQfinish(handle) }

    /// Runs a statement that returns nothing.
    public func execute(_ text: String) throws {
        let result = PQexec(handle, text)
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK else {
            throw failure()
        }
    }

    func failure() -> WorkloadError {
        WorkloadError("the loop failed: \(String(cString: PQerrorMessage(handle)))")
    }

    func check(_ code: Int32) throws {
        if code != 1 { throw failure() }
    }

    /// Does the body in one transaction.
    func transaction<R>(_ isolation: String, _ body: () throws -> R) throws -> R {
        try execute("BEGIN ISOLATION LEVEL \(isolation)")
        let result = try body()
        try execute("COMMIT")
        return result
    }

    func prepare(_ name: String, _ text: String) throws {
        let result = PQprepare(handle, name, text, 0, nil)
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw failure() }
    }

    /// Sends a statement with parameters that lie one after the other in a buffer, each behind its length.
    @inline(__always)
    func send(prepared name: String, _ buffer: LoopBuffer, _ parameters: Parameters) throws {
        let base = buffer.characters
        for index in 0..<parameters.count { parameters.values[index] = base + parameters.starts[index] }
        try check(
            PQsendQueryPrepared(
                handle, name, Int32(parameters.count), parameters.values, parameters.lengths,
                parameters.formats, 1))
    }

    /// Reads the rows of the statement that was sent last, one by one as they come.
    @inline(__always)
    func rows(_ body: (LoopRow) -> Void) throws {
        try check(PQsetSingleRowMode(handle))
        while let result = PQgetResult(handle) {
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            case PGRES_SINGLE_TUPLE: body(LoopRow(result: result))
            case PGRES_TUPLES_OK: continue
            default: throw failure()
            }
        }
    }

    /// Copies rows in: the body fills the buffer with a row and returns false behind the last one.
    @inline(__always)
    func copy(_ text: String, _ buffer: LoopBuffer, _ body: () -> Bool) throws {
        let result = PQexec(handle, text)
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COPY_IN else { throw failure() }
        buffer.removeAll()
        for byte in Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00] { buffer.append(byte) }
        buffer.append(Int64(0))
        while body() {
            if buffer.count < 1 << 16 { continue }
            try check(PQputCopyData(handle, buffer.characters, Int32(buffer.count)))
            buffer.removeAll()
        }
        buffer.append(Int16(-1))
        try check(PQputCopyData(handle, buffer.characters, Int32(buffer.count)))
        try check(PQputCopyEnd(handle, nil))
        while let end = PQgetResult(handle) {
            defer { PQclear(end) }
            guard PQresultStatus(end) == PGRES_COMMAND_OK else { throw failure() }
        }
    }
}

/// Where the parameters of a statement lie in a buffer.
final class Parameters {
    let count: Int
    let starts: UnsafeMutablePointer<Int>
    let values: UnsafeMutablePointer<UnsafePointer<CChar>?>
    let lengths: UnsafeMutablePointer<Int32>
    let formats: UnsafeMutablePointer<Int32>

    init(count: Int) {
        self.count = count
        starts = .allocate(capacity: count)
        values = .allocate(capacity: count)
        lengths = .allocate(capacity: count)
        formats = .allocate(capacity: count)
        starts.initialize(repeating: 0, count: count)
        values.initialize(repeating: nil, count: count)
        lengths.initialize(repeating: 0, count: count)
        formats.initialize(repeating: 1, count: count)
    }

    deinit {
        starts.deallocate()
        values.deallocate()
        lengths.deallocate()
        formats.deallocate()
    }

    /// Records as a parameter the bytes that the body appends to the buffer; with its length before it, unless it is
    /// whole.
    @inline(__always)
    func set(_ index: Int, _ buffer: LoopBuffer, isWhole: Bool = false, _ body: () -> Void) {
        starts[index] = buffer.count + (isWhole ? 0 : 4)
        body()
        lengths[index] = Int32(truncatingIfNeeded: buffer.count - starts[index])
    }
}

/// The only row of a result, in binary form.
struct LoopRow {
    let result: OpaquePointer

    @inline(__always) private func start(_ column: Int32) -> UnsafeMutableRawPointer? {
        PQgetvalue(result, 0, column).map { UnsafeMutableRawPointer($0) }
    }

    @inline(__always) func isNull(_ column: Int32) -> Bool { PQgetisnull(result, 0, column) == 1 }

    @inline(__always) func integer(_ column: Int32) -> Int64 {
        Int64(bigEndian: start(column)?.loadUnaligned(as: Int64.self) ?? 0)
    }

    @inline(__always) func real(_ column: Int32) -> Double {
        Double(bitPattern: UInt64(bitPattern: integer(column)))
    }

    @inline(__always) func bool(_ column: Int32) -> Bool {
        start(column)?.loadUnaligned(as: UInt8.self) == 1
    }

    @inline(__always) func text(_ column: Int32) -> String {
        String(
            decoding: UnsafeRawBufferPointer(
                start: start(column), count: Int(PQgetlength(result, 0, column))), as: UTF8.self)
    }

    @inline(__always) func uuid(_ column: Int32) -> UUID {
        UUID(
            uuid: start(column)?.loadUnaligned(as: uuid_t.self)
                ?? (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    }
}
