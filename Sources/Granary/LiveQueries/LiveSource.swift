internal import Synchronization

/// Follows one query for every reader of it.
///
/// No thread belongs to it. A reader that has nothing to get takes a turn: it looks at what was saved, and gives what follows
/// from that to all readers. One reader at a time has the turn, and with it what the query is followed with.
final class LiveSource<Follower: LiveFollower>: Sendable {
    typealias Result = Follower.Result

    /// What whoever has the turn works with.
    private struct Work: Sendable {
        var follower: Follower
        var hasRun = false
        /// The identifier of the store that the result is from.
        var store: String?
        /// How often the store could not be reached, one time after the other.
        var failures = 0
    }

    private struct State: Sendable {
        /// `nil` while a reader has the turn.
        var work: Work?
        var readers: [Int: LiveBacklog<Follower>] = [:]
        var lastReader = 0
    }

    private let stack: PersistentStack
    private let entity: Entity
    private let mailbox: LiveMailbox<Follower.M>
    private let state: Mutex<State>

    /// Begins to listen to saves.
    init(_ stack: PersistentStack, _ entity: Entity, _ follower: Follower, _ delivery: LiveDelivery) {
        (self.stack, self.entity) = (stack, entity)
        mailbox = LiveMailbox(
            entity.index, with: follower.others, judge: follower.judge, delivery, stack.broadcaster.observers)
        state = Mutex(State(work: Work(follower: follower)))
    }

    /// Adds a reader; returns its number.
    func join() -> Int {
        state.withLock { state in
            state.lastReader += 1
            state.readers[state.lastReader] = LiveBacklog()
            return state.lastReader
        }
    }

    /// Removes a reader.
    func leave(_ reader: Int) { state.withLock { state in state.readers[reader] = nil } }

    // MARK: Reading

    /// The next result of a reader; `nil` once its task is cancelled.
    nonisolated(nonsending) func next(for reader: Int) async throws -> Result? {
        // Each call looks first, so that a reader gets the newest result; later on, each change of the stack is looked at once.
        var knownStackChanges: Int?
        while !Task.isCancelled {
            let mark = mailbox.mark
            guard awaitsRun(reader) || mark.hasNews || mark.stackChanges != knownStackChanges else {
                if let result = takeResult(of: reader) { return result }
                await mailbox.waitForNews(since: mark)
                continue
            }
            guard var work = state.withLock({ $0.work.take() }) else {
                await mailbox.waitForTurn(since: mark)
                continue
            }
            knownStackChanges = mark.stackChanges
            let found: (step: Result?, readers: [Int])
            do {
                found = try await look(&work)
            } catch {
                _ = endTurn(of: reader, consume work, nil, first: [])
                throw error
            }
            if let result = endTurn(of: reader, consume work, found.step, first: found.readers) {
                return result
            }
        }
        return nil
    }

    private func awaitsRun(_ reader: Int) -> Bool {
        state.withLock { $0.readers[reader]?.awaitsRun ?? false }
    }

    /// What another reader has found for this one; `nil` while one has the turn, since there may be more then.
    private func takeResult(of reader: Int) -> Result? {
        state.withLock { $0.work == nil ? nil : $0.readers[reader]?.take() }
    }

    /// Gives a result to all readers, and the present one to those that were waiting for a run; returns what the reader gets.
    private func endTurn(
        of reader: Int, _ work: consuming Work, _ step: Result?, first: [Int]
    ) -> Result? {
        let work = work
        defer { mailbox.endTurn() }
        return state.withLock { state in
            let present = state.readers.count > 1 || !first.isEmpty ? work.follower.present : nil
            if let step {
                for reader in state.readers.keys { state.readers[reader]?.add(step, present) }
            }
            if let present { for reader in first { state.readers[reader]?.begin(with: present) } }
            state.work = work
            return state.readers[reader]?.take()
        }
    }

    // MARK: Following

    /// Looks at what was saved; returns the result if it differs, and the readers that were waiting for a run that has been made.
    private nonisolated(nonsending) func look(_ work: inout Work) async throws -> (Result?, [Int]) {
        let news = mailbox.take()
        let waiting = state.withLock { state in
            // With one reader, nobody needs the present result once it changes, and it changes in place.
            let present = state.readers.count > 1 ? work.follower.present : nil
            for reader in state.readers.keys { state.readers[reader]?.keep(present) }
            return state.readers.filter { $1.awaitsRun }.map(\.key)
        }
        do {
            let step = try await result(after: news, &work, mustRun: !waiting.isEmpty)
            work.failures = 0
            return (step, waiting)
        } catch {
            mailbox.noteUnknown(combining: !news.isEmpty)
            if Task.isCancelled { return (nil, []) }
            guard let known = error as? GranaryError, known.code.isRetryable else { throw error }
            await pause(after: known, &work.failures)
            return (nil, [])
        }
    }

    private nonisolated(nonsending) func result(
        after news: LiveMailbox<Follower.M>.News, _ work: inout Work, mustRun: Bool
    ) async throws -> Result? {
        let stores = LiveStores(stack: stack)
        let coordinator = try stack.coordinator()
        _ = try coordinator.storeIndex(of: entity)
        let present = coordinator.identifier(ofStoreOf: entity)
        if work.hasRun, !mustRun, !news.isUnknown, present == work.store {
            return news.isEmpty ? nil : try await work.follower.follow(news.saves, stores)
        }
        let result = try await work.follower.run(stores, hasOverflowed: news.hasOverflowed)
        (work.hasRun, work.store) = (true, present)
        return result
    }

    /// Reports that the store cannot be reached, and waits: a tenth of a second, twice as long each time, up to five seconds.
    private nonisolated(nonsending) func pause(after error: GranaryError, _ failures: inout Int) async {
        stack.unattended.report(
            error, during: .following,
            "The result of a live query could not be read; it is read again in a moment.")
        let length = Swift.min(Duration.milliseconds(100 << Swift.min(failures, 6)), .seconds(5))
        failures += 1
        // A cancelled task ends the loop.
        try? await stack.clock.sleep(for: length)
    }
}
