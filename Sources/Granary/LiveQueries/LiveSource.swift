internal import Synchronization

/// Follows one query for every reader of it.
///
/// It has no thread. A reader without a waiting result does the work: it processes the new saves and gives the
/// resulting differences to all readers. One reader at a time works, with exclusive use of the follower.
final class LiveSource<Follower: LiveFollower>: Sendable {
    typealias Result = Follower.Result

    /// The state of the working reader.
    ///
    /// It is passed on, never copied: with a second reference to the follower's rows, each change would copy all of
    /// them.
    private final class Work: @unchecked Sendable {  // safe: the reader that took it has it alone.
        var follower: Follower
        var hasRun = false

        init(_ follower: Follower) { self.follower = follower }
    }

    private struct State: Sendable {
        /// `nil` while a reader is working.
        var work: Work?
        /// The presences of the stores that the result is from; empty before the first one.
        var stores: [StorePresence] = []
        var readers: [Int: PendingResults<Follower>] = [:]
        var lastReader = 0
    }

    private let stack: PersistentStack
    /// The entity of the query, and those that its conditions and orders lead to.
    private let entities: [Entity]
    private let mailbox: LiveMailbox<Follower.M>
    private let state: Mutex<State>

    /// Begins to listen to saves.
    init(_ stack: PersistentStack, _ entity: Entity, _ follower: Follower, _ delivery: LiveDelivery) {
        self.stack = stack
        entities = [entity] + follower.others.sorted().map { stack.schema.entities[$0] }
        mailbox = LiveMailbox(
            entity.index, with: follower.others, evaluator: follower.evaluator, delivery,
            stack.broadcaster.observers)
        state = Mutex(State(work: Work(follower)))
    }

    /// Adds a reader; returns its number.
    func join() -> Int {
        state.withLock { state in
            state.lastReader += 1
            state.readers[state.lastReader] = PendingResults()
            return state.lastReader
        }
    }

    /// Removes a reader.
    func leave(_ reader: Int) { state.withLock { state in state.readers[reader] = nil } }

    // MARK: Reading

    /// The next result of a reader; `nil` once its task is cancelled.
    nonisolated(nonsending) func next(for reader: Int) async throws -> Result? {
        var failures = 0
        while !Task.isCancelled {
            do {
                // This reader is registered, so the stack does not rest again before it has gone.
                try await stack.stores.awake()
                let position = mailbox.position
                guard try needsWork(reader, position) else {
                    if let result = removeResult(of: reader) { return result }
                    await mailbox.waitForNews(since: position)
                    continue
                }
                guard let work = state.withLock({ $0.work.take() }) else {
                    await mailbox.waitForReader(since: position)
                    continue
                }
                if let result = try await processSaves(of: reader, work) { return result }
                failures = 0
            } catch let error as GranaryError where error.code.isRetryable && !Task.isCancelled {
                await pause(after: error, &failures)
            }
        }
        return nil
    }

    /// Whether work is needed before a reader's result is known: the reader is new, there are new saves, or another
    /// store is open.
    private func needsWork(_ reader: Int, _ position: LiveMailbox<Follower.M>.Position) throws -> Bool {
        do {
            let stores = try presentStores()
            return position.hasNews
                || state.withLock { $0.stores != stores || $0.readers[reader]?.awaitsRun == true }
        } catch {
            mailbox.invalidate(combining: position.hasNews)
            throw error
        }
    }

    /// The presences of the stores that the query asks.
    ///
    /// - Throws: ``GranaryError/Code/closed`` if one of them is detached.
    private func presentStores() throws -> [StorePresence] {
        let coordinator = try stack.coordinator()
        return try entities.map { try coordinator.presence(ofStoreOf: $0) }
    }

    /// The result that another reader has found for this one; `nil` while one is working, since more may follow.
    private func removeResult(of reader: Int) -> Result? {
        state.withLock { $0.work == nil ? nil : $0.readers[reader]?.removeNext() }
    }

    /// Reports that the store cannot be reached, and waits: a tenth of a second, twice as long each time, up to five
    /// seconds.
    private nonisolated(nonsending) func pause(after error: GranaryError, _ failures: inout Int) async {
        stack.unattended.report(
            error, during: .following,
            "The result of a live query could not be read; it is read again in a moment.")
        let length = Swift.min(Duration.milliseconds(100 << Swift.min(failures, 6)), .seconds(5))
        failures += 1
        // A cancelled task ends the loop.
        try? await stack.clock.sleep(for: length)
    }

    // MARK: Following

    /// Processes the new saves, and gives the resulting differences to all readers; returns the result of this one.
    ///
    /// It runs on no actor, so that a reader whose actor is busy does not hold up the others.
    @concurrent private func processSaves(of reader: Int, _ work: Work) async throws -> Result? {
        // `nil` if one of them has just been detached.
        let present = try? presentStores()
        let isSame = state.withLock { $0.stores == present }
        // Saves in the former stores are reported together with the exchange, and so are saves that reading the new
        // ones may already have found.
        if !isSame, work.hasRun { mailbox.invalidate(combining: true) }
        let news = mailbox.receive(all: !isSame)
        let waiting = state.withLock { state in
            // One reader alone does not need the former result, so the rows change in place.
            let present = state.readers.count > 1 ? work.follower.present : nil
            var waiting: [Int] = []
            for place in state.readers.indices {
                state.readers.values[place].keep(present)
                if state.readers.values[place].awaitsRun { waiting.append(state.readers.keys[place]) }
            }
            return waiting
        }
        defer { mailbox.readerDidFinish() }
        do {
            let stores = try present ?? presentStores()
            let step = try await result(
                after: news, in: stores, work, mustRun: !isSame || !waiting.isEmpty)
            return state.withLock { state in
                let present = work.follower.present
                if let step {
                    for place in state.readers.indices {
                        state.readers.values[place].add(step, present)
                    }
                }
                if let present { for reader in waiting { state.readers[reader]?.begin(with: present) } }
                (state.work, state.stores) = (work, stores)
                return state.readers[reader]?.removeNext()
            }
        } catch {
            mailbox.invalidate(combining: !news.isEmpty)
            state.withLock { $0.work = work }
            if Task.isCancelled || error is ExchangedStores { return nil }
            throw error
        }
    }

    /// The result in stores of some presences, if it differs.
    private nonisolated(nonsending) func result(
        after news: LiveMailbox<Follower.M>.News, in present: [StorePresence], _ work: Work, mustRun: Bool
    ) async throws -> Result? {
        let stores = LiveStores(stack: stack, expected: Array(zip(entities, present))) { [mailbox] in
            mailbox.hasSaves(upTo: $0, in: present[0])
        }
        if work.hasRun, !mustRun, !news.isUnknown {
            // A save in a store before this one may have been reported late.
            let saves = news.saves.filter { $0.presence == present[0] }
            return saves.isEmpty ? nil : try await work.follower.follow(saves, stores)
        }
        let result = try await work.follower.run(stores, hasOverflowed: news.hasOverflowed)
        work.hasRun = true
        return result
    }
}
