extension PersistentStack {
    /// Fills the objects without a value, chunk by chunk, while the program works.
    ///
    /// Each chunk is a separate commit. If others save some of its objects first, it reads them again, so their saves
    /// stay. Contexts that have read an object see the backfill as another context's save. A later run continues one
    /// that ended early; several at once, in any number of processes, do no harm. While the stack is suspended it
    /// waits.
    ///
    /// - Parameters:
    ///   - backfill: the backfill; the schema need not carry it.
    ///   - pace: how fast it proceeds.
    ///   - progress: is called after each chunk and at the end.
    /// - Returns: how many objects it has filled, and how many are left without a value.
    /// - Throws: any error from computing a value, with entity and key of the object; ``GranaryError/Code/query`` for a
    ///   backfill that does not fit the schema; any error of a unit of work. The objects filled before stay filled.
    @discardableResult
    public nonisolated(nonsending) func backfill<M: Model>(
        _ backfill: Backfill<M>, pace: BackfillPace = BackfillPace(),
        progress: (@Sendable (BackfillProgress) -> Void)? = nil
    ) async throws -> BackfillProgress {
        try await BackfillRun(stack: self, filling: backfill, pace: pace, progress: progress).run()
    }

    /// Carries out every backfill of the schema, one after the other.
    ///
    /// - Throws: as the other form; backfills completed before stay done.
    @discardableResult
    public nonisolated(nonsending) func backfill(
        pace: BackfillPace = BackfillPace(), progress: (@Sendable (BackfillProgress) -> Void)? = nil
    ) async throws -> [BackfillProgress] {
        var results: [BackfillProgress] = []
        for case let filling as any ObjectFilling in schema.backfills {
            results.append(
                try await BackfillRun(stack: self, filling: filling, pace: pace, progress: progress).run())
        }
        return results
    }
}

/// One run of a backfill over the stored objects.
private struct BackfillRun: Sendable {
    let stack: PersistentStack
    let filling: any ObjectFilling
    let pace: BackfillPace
    let progress: (@Sendable (BackfillProgress) -> Void)?

    /// How often a chunk is tried while others keep changing its rows, before a smaller one is tried.
    private static let mostAttempts = 16
    /// How often that is done for a chunk of one row that others keep changing.
    private static let mostRounds = 64

    nonisolated(nonsending) func run() async throws -> BackfillProgress {
        try filling.check(in: stack.schema)
        var state = BackfillProgress(model: filling.model, total: try await remaining())
        var remaining = state.total
        while remaining > 0 {
            let before = state.filled
            try await pass(&state)
            remaining = try await self.remaining()
            // Objects that others have stored since, with keys that the run had already passed.
            guard remaining > state.left, state.filled > before else { break }
        }
        (state.left, state.isComplete) = (remaining, true)
        progress?(state)
        return state
    }

    /// Visits all objects without a value.
    private nonisolated(nonsending) func pass(_ state: inout BackfillProgress) async throws {
        state.left = 0
        var last: ObjectKey?
        let most = max(pace.rows, 1)
        var (limit, rounds) = (most, 0)
        while true {
            let (rows, time): (FilledRows, Duration)
            do {
                (rows, time) = try await chunk(of: limit, after: last)
            } catch let error as GranaryError where error.code == .conflict && rounds < Self.mostRounds {
                // One row that others keep changing fails its whole chunk, a smaller one less often.
                if limit == 1 { rounds += 1 }
                limit = max(limit / 2, 1)
                try await pace.rest(after: .zero)
                continue
            }
            defer { (limit, rounds) = (min(limit * 2, most), 0) }
            last = rows.last
            state.filled += rows.filled
            state.left += rows.seen - rows.filled
            if rows.seen > 0 { progress?(state) }
            if rows.seen < limit { return }
            try await pace.rest(after: time)
        }
    }

    private nonisolated(nonsending) func chunk(of limit: Int, after last: ObjectKey?) async throws
        -> (FilledRows, Duration)
    {
        var options = ContextOptions()
        options.retries = Self.mostAttempts
        // Each backfill fills its own attribute, one after the other.
        options.fillsMissing = false
        let (filling, clock) = (filling, pace.clock)
        return try await stack.performOnStores(options) { context in
            var rows = FilledRows()
            let time = try clock.measure {
                rows = try filling.fillChunk(of: limit, after: last, in: context)
            }
            return (rows, time)
        }
    }

    private nonisolated(nonsending) func remaining() async throws -> Int {
        var options = ContextOptions()
        options.saves = .refuse
        options.retries = Self.mostAttempts
        let filling = filling
        return try await stack.performOnStores(options) { try filling.remaining(in: $0) }
    }
}
