internal import Workload

/// A row of the table: an event in the life of a store, against a yardstick that is measured in the same rounds.
public struct LifetimeRow: Sendable {
    /// The event.
    public let name: String
    /// Whose stores.
    public let engine: Engine
    /// The work it is compared with.
    public let yardstick: String
    /// The limit; `nil` for a row that is only printed.
    public let limit: Limit?
    let base: Work
    let judged: Work

    /// A limit of a row.
    public enum Limit: Sendable {
        /// Of the time to that of the yardstick.
        case ratio(Double)
        /// Of the time on top of the yardstick's, in nanoseconds.
        case added(Double)
    }

    /// A piece of work on a store that is its own, and how much of the rows it is done with.
    struct Work: Sendable {
        /// The part of the rows that the store holds.
        var share = 1.0
        /// The version that the store is in before.
        var version = Version.first
        /// Does it; returns how long it took, without preparations.
        let body: @Sendable (TicketStore, _ rows: Int) async throws -> Taken

        /// How many rows its store holds.
        func rows(of all: Int) -> Int { Int(Double(all) * share) }
    }

    /// How long a piece of work took, in nanoseconds.
    struct Taken: Sendable {
        /// The time that passed.
        var time: Double
        /// The time that all threads of the process spent on a processor during that.
        var processorTime: Double
    }

    /// The times of the yardstick and of the row in each round, in nanoseconds; one round more is done before them.
    ///
    /// Each has its own copy of a store that is made once. Where a server does the work, elapsed time counts in any
    /// case.
    public func measure(
        rows: Int, rounds: Int, in stores: TicketStores, usesProcessorTime: Bool
    ) async throws -> [(Double, Double)] {
        let works = [base, judged]
        var originals: [TicketStore] = []
        for work in works {
            originals.append(try await stores.original(engine, rows: work.rows(of: rows), work.version))
        }
        var times: [(Double, Double)] = []
        for round in 0...rounds {
            var pair = [0.0, 0.0]
            for turn in round % 2 == 0 ? [0, 1] : [1, 0] {
                let copy = try stores.copy(originals[turn])
                let taken = try await works[turn].body(copy, works[turn].rows(of: rows))
                pair[turn] = usesProcessorTime && !engine.isServer ? taken.processorTime : taken.time
                try stores.remove(copy)
            }
            if round > 0 { times.append((pair[0], pair[1])) }
        }
        return times
    }
}

/// How long something takes.
func time(_ body: () async throws -> Void) async rethrows -> LifetimeRow.Taken {
    let start = Instants()
    try await body()
    let (time, processorTime) = start.untilNow
    return LifetimeRow.Taken(time: Double(time), processorTime: Double(processorTime))
}
