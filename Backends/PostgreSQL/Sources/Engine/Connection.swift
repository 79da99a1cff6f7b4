internal import CPostgreSQL
internal import GranaryStore
internal import GranarySQL

/// One connection to a server; used by one thread at a time.
///
/// Statements are sent in libpq's pipeline mode: several in one message, answered in order, all of them given up
/// after the first that fails. ``send(_:_:)`` queues, ``sync()`` marks the end, and ``finish()`` or a cursor reads.
///
/// SQLite's connection has only the name in common: it calls a library. This one waits for a server, keeps
/// count of the answers that it still owes, and finds out that it is lost.
final class Connection {
    /// libpq's object.
    let handle: EngineHandle
    /// Stops the running statement.
    let canceller: CancelHandle
    /// Whose errors these are.
    private(set) var place: StorePlace
    /// How the store works that the connection serves now.
    private(set) var options: PostgreSQLOptions
    /// May stop a wait for the server.
    var interruption: Interruption?
    /// When a wait for the server is over; the connection then counts as lost.
    var deadline: Deadline?
    /// Whether nothing more can be said; the connection is then closed instead of used again.
    private(set) var isBroken = false
    /// The rows still to come, read by a cursor.
    weak var stream: (any WireReader)?
    /// The schema that the connection searches where a transaction does not say otherwise.
    var homeSchema: String
    /// Whether code of others has run that may have left something with the server's side of the connection.
    var mayKeepForeignState = false
    /// Whether it is known that no reads go to replicas.
    var isUnbalanced = false
    /// When the connection was opened.
    let opened = Deadline(millisecondsFromNow: 0)
    /// When the connection was last returned.
    var returned = Deadline(millisecondsFromNow: 0)

    private(set) var names: StatementNames
    private var expected = ExpectedAnswers()

    /// Takes a connection that libpq has opened.
    init(_ pointer: OpaquePointer, place: StorePlace, options: PostgreSQLOptions) {
        handle = EngineHandle(pointer: pointer)
        canceller = CancelHandle(handle)
        self.place = place
        self.options = options
        homeSchema = options.schema
        names = StatementNames(for: options.schema)
    }

    /// Makes the store that is served another one.
    func change(to options: PostgreSQLOptions, at place: StorePlace) {
        self.place = place
        self.options = options
        names.change(to: options.schema)
    }

    deinit { close() }

    private var isClosed = false

    /// Ends the conversation; safe to call twice.
    func close() {
        guard !isClosed else { return }
        (isClosed, isBroken) = (true, true)
        PQfinish(handle.pointer)
    }

    // MARK: Sending

    /// Queues a statement; with names, it is prepared at its first use.
    ///
    /// `answer` says how its answer is used. A statement that is sent once, or that must work in a failed transaction,
    /// where nothing can be prepared or forgotten, goes without a name.
    func send(
        _ text: String, _ parameters: Parameters = Parameters(), answer: ExpectedAnswers.Kind = .rows,
        isNamed: Bool = true
    ) throws {
        try enterPipeline()
        let code: Int32
        if isNamed, options.usesNamedStatements {
            code = try execute(name(of: text), parameters)
        } else {
            code = withPointers(parameters) { values, lengths, formats in
                PQsendQueryParams(
                    handle.pointer, text, Int32(parameters.places.count), nil, values, lengths, formats, 1)
            }
        }
        guard code == 1 else { throw sendingFailed() }
        expected.append(answer)
    }

    /// The name of a prepared statement, which is prepared when it is new.
    private func name(of text: String) throws -> String {
        if let name = names[text] { return name }
        if names.isFull { try discardStatements("DEALLOCATE ALL", answer: .ignored) }
        let name = names.insert(text)
        guard PQsendPrepare(handle.pointer, name, text, 0, nil) == 1 else { throw sendingFailed() }
        expected.append(.prepared(text))
        return name
    }

    /// Queues a statement that makes the server forget every prepared one.
    func discardStatements(_ text: String, answer: ExpectedAnswers.Kind = .checked) throws {
        names.removeAll()
        try send(text, answer: answer, isNamed: false)
    }

    private func execute(_ name: String, _ parameters: Parameters) throws -> Int32 {
        withPointers(parameters) { values, lengths, formats in
            PQsendQueryPrepared(
                handle.pointer, name, Int32(parameters.places.count), values, lengths, formats, 1)
        }
    }

    private func withPointers(
        _ parameters: Parameters,
        _ body: (
            UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>
        ) -> Int32
    ) -> Int32 {
        let bytes = parameters.bytes.bytes
        let values = parameters.places.map { place in
            place.length < 0
                ? nil : (bytes.baseAddress.map { $0 + place.start })?.assumingMemoryBound(to: CChar.self)
        }
        let lengths = parameters.places.map { Int32(clamping: $0.length) }
        let formats = [Int32](repeating: 1, count: lengths.count)
        return values.withUnsafeBufferPointer { values in
            lengths.withUnsafeBufferPointer { lengths in
                formats.withUnsafeBufferPointer { formats in
                    guard let first = values.baseAddress, let second = lengths.baseAddress,
                        let third = formats.baseAddress
                    else { return 0 }
                    return body(first, second, third)
                }
            }
        }
    }

    /// Marks the end of a group of statements and passes them to the network.
    func sync() throws {
        try enterPipeline()
        guard PQpipelineSync(handle.pointer) == 1 else { throw sendingFailed() }
        expected.append(.sync)
    }

    /// Whether answers are still to come.
    var owesAnswers: Bool { expected.first != nil }

    /// Whether statements have been sent after the last ``sync()``.
    var hasOpenGroup: Bool { expected.hasOpenGroup }

    private func enterPipeline() throws {
        if isBroken { throw EngineError.lost }
        if let stream { try stream.readRest() }
        guard PQpipelineStatus(handle.pointer) == PQ_PIPELINE_OFF else { return }
        guard PQenterPipelineMode(handle.pointer) == 1 else { throw sendingFailed() }
    }

    /// Leaves the pipeline, in which rows cannot be copied in; every answer has been read.
    func leavePipeline() throws {
        try readAhead()
        guard PQexitPipelineMode(handle.pointer) == 1 else { throw sendingFailed() }
    }

    private func sendingFailed() -> EngineError {
        isBroken = true
        return .lost
    }

    // MARK: Reading

    /// Reads every answer up to the last ``sync()``; those of statements that are not ignored, in order.
    ///
    /// - Throws: ``EngineError`` of the first statement that failed, after reading the rest.
    @discardableResult
    func finish() throws -> [ResultSet] {
        var results: [ResultSet] = []
        var failure: EngineError?
        while let next = expected.first {
            guard let answer = try read(next, &failure) else { continue }
            results.append(answer)
        }
        if let failure { throw record(failure) }
        return results
    }

    /// Reads the answers before the last statement, whose rows are then read one by one.
    func finishAllButLast() throws {
        var failure: EngineError?
        while let next = expected.first, !expected.isAtLastStatement { _ = try read(next, &failure) }
        guard let failure else { return }
        _ = try? finish()
        throw record(failure)
    }

    /// Reads messages that arrived without being requested.
    func readAhead() throws {
        var failure: EngineError?
        while let next = expected.first { _ = try read(next, &failure) }
    }

    /// Reads the answer to one sent item; `nil` when there are no rows to pass on.
    private func read(_ next: ExpectedAnswers.Kind, _ failure: inout EngineError?) throws -> ResultSet? {
        expected.removeFirst()
        var rows: ResultSet?
        while let result = try nextResult() {
            let status = PQresultStatus(result.pointer)
            if status == PGRES_PIPELINE_SYNC { break }
            if status == PGRES_FATAL_ERROR {
                let error = EngineError(result.pointer)
                if failure == nil, !next.isIgnored { failure = error }
                if error.endsConnection { throw lose(error) }
                if case .prepared(let text) = next { names.remove(text) }
            } else if status == PGRES_PIPELINE_ABORTED {
                if case .prepared(let text) = next { names.remove(text) }
            } else if case .rows = next {
                rows = result
            } else if case .commit = next, failure == nil, !result.isCommitted {
                failure = .rolledBack
            }
        }
        return rows
    }

    /// The next result, also one row of many; `nil` at the end of a statement's.
    func nextResult() throws -> ResultSet? {
        if isClosed { throw EngineError.lost }
        while PQisBusy(handle.pointer) == 1 {
            try waitReadable()
            guard PQconsumeInput(handle.pointer) == 1 else { throw lose(.lost) }
        }
        guard let result = PQgetResult(handle.pointer) else {
            if PQstatus(handle.pointer) == CONNECTION_BAD { throw lose(.lost) }
            return nil
        }
        return ResultSet(result)
    }

    /// Reads the end of a statement whose rows were read one by one; throws the error that made it fail.
    func endStream(_ failure: EngineError?) throws {
        stream = nil
        if case .rows? = expected.first { expected.removeFirst() }
        if let failure {
            if failure.endsConnection { throw lose(failure) }
            try readAhead()
            throw record(failure)
        }
        try readAhead()
    }

    /// Asks for the rows of the current statement one by one.
    func readRowByRow() { PQsetSingleRowMode(handle.pointer) }

    private func record(_ failure: EngineError) -> EngineError {
        // A plan that no longer fits its table is made again on another connection.
        if failure.state == "0A000" || failure.state == "26000" { isBroken = true }
        return failure
    }

    /// Records that the connection is lost.
    func lose(_ error: EngineError) -> EngineError {
        isBroken = true
        expected.removeAll()
        return error.endsConnection ? error : .lost
    }

    /// Whether a transaction is open, and whether a statement in it has failed; after reading every answer.
    var transaction: PGTransactionStatusType { PQtransactionStatus(handle.pointer) }
}
