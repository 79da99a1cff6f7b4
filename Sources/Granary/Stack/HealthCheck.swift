/// Asks each open store of a stack for a row, on separate threads, and waits for a limited time.
struct HealthCheck: Sendable {
    /// The answer of one store.
    enum Answer: Sendable {
        /// It gave a row, or said that there is none, after a time.
        case answered(after: Duration)
        /// It refused, or could not be asked.
        case failed(GranaryError)
        /// Its files are no longer at their place.
        case lost(GranaryError)
    }

    /// The failure of a store whose files are no longer at their place.
    private struct Lost: Error {
        let cause: GranaryError
    }

    let state: StackState
    let time: ElapsedTime
    let limit: Duration
    let clock: any Clock<Duration>

    /// Asks the stores of some configurations.
    ///
    /// - Returns: the answers by the names of the configurations; `nil` for a store that has not answered, and no value
    ///   for one that is not open.
    nonisolated(nonsending) func answers(
        ofStoresOf names: [String], _ schema: Schema, in coordinator: StoreCoordinator
    ) async -> [String: Answer?] {
        var places: [String: Int] = [:]
        var asked: [Int: Entity] = [:]
        for name in names {
            guard let entity = schema.entities(in: name).first,
                let place = try? coordinator.storeIndex(of: entity)
            else { continue }
            places[name] = place
            asked[place] = asked[place] ?? entity
        }
        let answers = await answers(of: asked)
        return places.mapValues { answers[$0] }
    }

    /// Asks stores for a row of an entity of each.
    ///
    /// - Returns: the answers by the positions of the stores.
    private nonisolated(nonsending) func answers(of asked: [Int: Entity]) async -> [Int: Answer] {
        if asked.isEmpty { return [:] }
        let (stream, continuation) = AsyncStream<(Int, Answer)>.makeStream()
        // A store that does not answer keeps its thread, and the hold on it, until its engine gives up.
        let pool = WorkerPool(size: asked.count, name: "granary-health")
        let cancellations = asked.map { place, entity in
            let cancellation = Cancellation()
            pool.begin(until: cancellation) {
                try ask(entity, cancellation)
            } then: { outcome in
                continuation.yield((place, Self.answer(outcome)))
            }
            return cancellation
        }
        let (clock, limit) = (clock, limit)
        let timer = Task {
            try? await clock.sleep(for: limit)
            continuation.finish()
        }
        var answers: [Int: Answer] = [:]
        for await (place, answer) in stream {
            answers[place] = answer
            if answers.count == asked.count { break }
        }
        timer.cancel()
        for cancellation in cancellations { cancellation.cancel() }
        return answers
    }

    /// Asks a store whether its files are in place, and for a row; returns how long it took.
    private func ask(_ entity: Entity, _ cancellation: Cancellation) throws -> Duration {
        // A service that asks now and then does not keep the stack from resting.
        let hold = try state.holds.begin(forWriting: false, cancellation, isUse: false)
        defer { hold.end() }
        defer { cancellation.finish() }
        let start = time.now
        let store = hold.first.members[try hold.first.storeIndex(of: entity)]
        do { try store.store.requireInPlace() } catch { throw Lost(cause: Self.reported(error)) }
        let session = try Self.session(store, cancellation)
        defer {
            // First, so that a late cancellation cannot interrupt a session that its store has already given to other
            // work.
            cancellation.finish()
            session.end()
        }
        try cancellation.add(session.interrupter)
        var request = FetchRequest(entity: entity)
        request.limit = 1
        let rows = try session.fetch(request).cursor
        defer { rows.close() }
        _ = try rows.advance()
        return time.now - start
    }

    private static func session(_ member: StoreCoordinator.Member, _ cancellation: Cancellation) throws
        -> any StoreSession
    {
        guard let limited = member.limited else { return try member.store.makeSession() }
        let wait = SessionWait()
        try cancellation.add(wait.cancel)
        return try limited.makeSession(wait)
    }

    private static func answer(_ outcome: Result<Duration, any Error>) -> Answer {
        switch outcome {
        case .success(let time): .answered(after: time)
        case .failure(let lost as Lost): .lost(lost.cause)
        case .failure(let error): .failed(reported(error))
        }
    }

    private static func reported(_ error: any Error) -> GranaryError {
        error as? GranaryError ?? GranaryError(.engine, "The store could not be asked.", cause: error)
    }
}
