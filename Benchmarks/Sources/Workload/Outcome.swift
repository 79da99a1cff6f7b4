#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The result of doing an exercise once.
public struct Outcome: Sendable {
    /// The time that passed; preparations do not count.
    public let time: Nanoseconds
    /// The time that all threads of the process spent on a processor during that.
    public let processorTime: Nanoseconds
    /// A number that is the same for all who did the same work.
    public let checksum: Int64

    /// Measures a body that returns the checksum.
    @inline(__always)
    public init(_ body: () throws -> Int64) rethrows {
        let start = Instants()
        checksum = try body()
        (time, processorTime) = start.untilNow
    }

    /// Measures a body that may suspend and returns the checksum.
    @inline(__always)
    public nonisolated(nonsending) init(_ body: () async throws -> Int64) async rethrows {
        let start = Instants()
        checksum = try await body()
        (time, processorTime) = start.untilNow
    }
}

/// A length of time.
public typealias Nanoseconds = Int64

/// The readings of two clocks at one point in time.
public struct Instants: Sendable {
    private let time = Self.read(CLOCK_MONOTONIC)
    private let processorTime = Self.read(CLOCK_PROCESS_CPUTIME_ID)

    /// Reads the clocks.
    public init() {}

    /// How far the clocks have advanced.
    public var untilNow: (time: Nanoseconds, processorTime: Nanoseconds) {
        let now = Instants()
        return (now.time - time, now.processorTime - processorTime)
    }

    private static func read(_ clock: clockid_t) -> Nanoseconds {
        var moment = timespec()
        clock_gettime(clock, &moment)
        return Int64(moment.tv_sec) * 1_000_000_000 + Int64(moment.tv_nsec)
    }
}

/// A contender did not do what it should have done.
public struct WorkloadError: Error, CustomStringConvertible {
    /// The fault.
    public let description: String

    /// Makes an error.
    public init(_ description: String) { self.description = description }
}
