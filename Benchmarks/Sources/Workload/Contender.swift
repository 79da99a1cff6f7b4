/// An implementation of the operations on a store file.
public struct Contender: Sendable {
    /// The name in the tables.
    public let name: String
    /// Opens a copy of the store file.
    public let open: @Sendable (_ path: String, _ workload: Workload) async throws -> Session

    /// Makes a contender.
    public init(
        _ name: String,
        open: @escaping @Sendable (_ path: String, _ workload: Workload) async throws -> Session
    ) {
        self.name = name
        self.open = open
    }
}

/// An open store file of one contender.
///
/// Functions and not a protocol: a protocol's witnesses would keep the compiler from specialising the measured code.
public struct Session: Sendable {
    /// Does an operation once; `nil` when the contender has no such thing.
    public let run: @Sendable (Exercise) async throws -> Outcome?
    /// Reads all rows while holding on to as little as possible; returns the checksum.
    public let stream: @Sendable () async throws -> Int64
    /// Fetches all rows, and calls the closure while it holds the objects.
    public let hold: @Sendable (_ whileHeld: @escaping @Sendable () -> Void) async throws -> Int64
    /// Closes the file.
    public let close: @Sendable () async throws -> Void

    /// Makes a session.
    public init(
        run: @escaping @Sendable (Exercise) async throws -> Outcome?,
        stream: @escaping @Sendable () async throws -> Int64,
        hold: @escaping @Sendable (_ whileHeld: @escaping @Sendable () -> Void) async throws -> Int64,
        close: @escaping @Sendable () async throws -> Void
    ) {
        self.run = run
        self.stream = stream
        self.hold = hold
        self.close = close
    }
}
