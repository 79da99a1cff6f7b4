internal import CPostgreSQL
internal import GranaryStore
internal import GranarySQL

/// Opens a connection: tries the hosts, waits no longer than allowed, and checks the server it has reached.
struct ConnectionOpening {
    let options: PostgreSQLOptions
    let place: StorePlace
    /// May end the waiting for a server.
    var interruption: Interruption?

    /// Opens a connection to the first host that will do.
    ///
    /// - Throws: ``GranaryError``: unreachable, refused, untrusted, full, or a database in another encoding than UTF-8;
    ///   of several hosts that cannot be reached, the failure of the last; ``GranaryError/Code/cancelled``.
    func open() throws -> Connection {
        for attempt in options.attempts.dropLast() {
            // Any answer other than silence is the same for every host, or needs a person's attention.
            do { return try open(attempt) } catch let error as GranaryError where error.code == .unavailable {
            }
        }
        return try open(options.attempts.last ?? [])
    }

    private func open(_ attempt: [PostgreSQLOptions.Parameter]) throws -> Connection {
        let pointer = try start(attempt)
        do {
            try wait(for: pointer)
        } catch {
            PQfinish(pointer)
            throw error
        }
        // Only here is it known how its statements are stopped.
        let connection = Connection(pointer, place: place, options: options)
        PQsetErrorVerbosity(pointer, PQERRORS_DEFAULT)
        try check(pointer)
        if options.keepsSettings {
            connection.deadline = Deadline(millisecondsFromNow: options.connectTimeout)
            defer { connection.deadline = nil }
            do {
                try connection.define(options.settings(isLocal: false))
            } catch let error as EngineError {
                throw error.translated(at: place, doing: "setting up a connection")
            }
        }
        return connection
    }

    private func start(_ attempt: [PostgreSQLOptions.Parameter]) throws -> OpaquePointer {
        let parameters = options.connectionParameters + attempt
        let keywords = parameters.map(\.0)
        let values = parameters.map(\.1)
        let pointer = CStrings.withPointers(keywords) { keywords in
            CStrings.withPointers(values) { values in PQconnectStartParams(keywords, values, 1) }
        }
        guard let pointer else { throw place.error(.engine, "There is not enough memory for a connection.") }
        // Only states then, never texts, which the server writes in its own language.
        PQsetErrorVerbosity(pointer, PQERRORS_SQLSTATE)
        // libpq would print the notices of servers.
        PQsetNoticeProcessor(pointer, { _, _ in }, nil)
        return pointer
    }

    private func wait(for pointer: OpaquePointer) throws {
        let end = Deadline(millisecondsFromNow: options.connectTimeout)
        if PQstatus(pointer) == CONNECTION_BAD { throw ConnectionFailure(pointer).error(at: place, options) }
        var state = PGRES_POLLING_WRITING
        while state != PGRES_POLLING_OK {
            try interruption?.check()
            if state == PGRES_POLLING_FAILED {
                throw ConnectionFailure(pointer).error(at: place, options)
            }
            if state == PGRES_POLLING_READING || state == PGRES_POLLING_WRITING {
                let isReading = state == PGRES_POLLING_READING
                let ready = Connection.poll(
                    PQsocket(pointer), reading: isReading, writing: !isReading, 200)
                if ready == 0 {
                    guard end.isPast else { continue }
                    throw place.error(
                        .unavailable,
                        "The server did not answer within the option connectTimeout. Look at server and network, or raise it."
                    )
                }
            }
            state = PQconnectPoll(pointer)
        }
    }

    private func check(_ pointer: OpaquePointer) throws {
        guard PQserverVersion(pointer) >= 130_000 else {
            throw place.error(
                .unsupported, "The server is older than PostgreSQL 13, which Granary needs. Update it.")
        }
        let encoding = PQparameterStatus(pointer, "server_encoding").map { String(cString: $0) } ?? "unknown"
        guard encoding == "UTF8" else {
            throw place.error(
                .unsupported,
                "The database is encoded in \(encoding), which cannot hold every text. Create one with ENCODING 'UTF8'."
            )
        }
    }
}

/// Lists of texts as C sees them.
enum CStrings {
    /// Calls a closure with pointers to the texts, and a null pointer behind the last.
    static func withPointers<R>(
        _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> R
    ) -> R {
        var bytes: [CChar] = []
        var starts: [Int] = []
        for text in texts {
            starts.append(bytes.count)
            bytes += text.utf8CString
        }
        return bytes.withUnsafeBufferPointer { buffer in
            let pointers: [UnsafePointer<CChar>?] =
                starts.map { start in buffer.baseAddress.map { $0 + start } } + [nil]
            return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
        }
    }
}
