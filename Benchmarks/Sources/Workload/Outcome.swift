/// What came of doing an operation once.
public struct Outcome: Sendable {
    /// The time that counts; preparations do not.
    public let nanoseconds: Int64
    /// A number that is the same for all who did the same work.
    public let checksum: Int64

    /// Measures a body that returns the checksum.
    @inline(__always)
    public init(_ body: () throws -> Int64) rethrows {
        let start = ContinuousClock.now
        checksum = try body()
        nanoseconds = Self.nanoseconds(since: start)
    }

    /// Measures a body that may suspend and returns the checksum.
    @inline(__always)
    public nonisolated(nonsending) init(_ body: () async throws -> Int64) async rethrows {
        let start = ContinuousClock.now
        checksum = try await body()
        nanoseconds = Self.nanoseconds(since: start)
    }

    private static func nanoseconds(since start: ContinuousClock.Instant) -> Int64 {
        let passed = (ContinuousClock.now - start).components
        return passed.seconds * 1_000_000_000 + passed.attoseconds / 1_000_000_000
    }
}

/// A contender did not do what it should have done.
public struct WorkloadError: Error, CustomStringConvertible {
    /// What went wrong.
    public let description: String

    /// Makes an error.
    public init(_ description: String) { self.description = description }
}
