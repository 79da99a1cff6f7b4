import FoundationEssentials
import Granary
import Synchronization

/// Follows the answer of one reader, and asks the server for it.
final class AnswerObservation<M: Model>: Sendable {
    private let call: ReadCall<M, Answer<M>>
    private let progress: ObservedProgress
    private let asking = Mutex<Task<Void, Never>?>(nil)

    init(_ call: ReadCall<M, Answer<M>>) {
        self.call = call
        progress = ObservedProgress(
            isHeld: call.policy.waitsForServer, watch: SaveWatch(of: call.entities, call.core))
    }

    deinit { asking.withLock { $0 }?.cancel() }

    /// The first state that differs from one; `nil` once the task is cancelled.
    nonisolated(nonsending) func next(after last: ObservedState<M>?) async throws -> ObservedState<M>? {
        start()
        while !Task.isCancelled {
            let before = progress.watch.present
            let now = progress.now
            if let error = progress.takeError() { throw error }
            // A right that has come has the server asked; until that is noted, what is known is of before.
            let isPast = now.isDenied && call.right.problem(with: .all) == nil
            if !now.isHeld && !isPast {
                let state: ObservedState<M>
                do { state = try await self.state(now) } catch {
                    if Task.isCancelled { return nil }
                    throw error
                }
                // Rows of an answer that came while the store was read would be shown with what was known before it.
                if progress.now.changes != now.changes { continue }
                // While the server may not be asked, nobody else reads what is here.
                if now.isDenied, call.policy.rule == .localOrRemote, call.isEnough(state.answer) {
                    progress.end(withEnoughAt: now)
                    continue
                }
                guard let last, !state.differs(from: last) else { return state }
            }
            await progress.watch.wait(after: before)
        }
        return nil
    }

    private nonisolated(nonsending) func state(_ now: ObservedProgress.Moment) async throws -> ObservedState<
        M
    > {
        var answer: Answer<M>
        do {
            answer = try await call.here(now.served == nil ? nil : .any)
            if let served = now.served { answer.take(served) }
            answer.state.error = now.error
        } catch let error as GranaryError where error.code == .accessDenied {
            var state = AnswerState()
            state.isComplete = false
            state.error = error
            answer = Answer([], of: call.target, state)
        }
        let date = call.core.times.now()
        return ObservedState(
            answer: answer, isRefreshing: now.isRefreshing,
            age: answer.servedAt.map { .seconds(max(date.timeIntervalSince($0), 0)) })
    }

    private func start() {
        let (call, progress) = (call, progress)
        asking.withLock { task in
            if task != nil { return }
            // Before the first state is read, so that it reports the request.
            if call.policy.rule == .local { progress.change { $0.isHeld = false } }
            task = Task { await Self.ask(call, progress) }
        }
    }

    /// Asks the server until it has answered, and while there is no connection waits for the next one.
    private static func ask(_ call: ReadCall<M, Answer<M>>, _ progress: ObservedProgress) async {
        guard call.policy.rule != .local else { return }
        if !call.core.captures(M.self), !call.policy.waitsForServer { return }
        var hasLostRight = false
        while !Task.isCancelled {
            let before = progress.watch.present
            let now = progress.now
            if now.isEnough { return progress.end() }
            // Known already: the observer looks whether what is here has become enough.
            if now.isDenied, let problem = call.right.problem(with: .all) {
                progress.deny(problem)
                await progress.watch.wait(after: before)
                continue
            }
            // What is here whole needs no right to the server.
            if call.policy.rule == .localOrRemote, let here = try? await call.here(), call.isEnough(here) {
                return progress.end()
            }
            if let problem = call.right.problem(with: .all) {
                hasLostRight = false
                progress.deny(problem)
                await progress.watch.wait(after: before)
                continue
            }
            if progress.now.isDenied { progress.begin(isHeld: call.policy.waitsForServer) }
            // Before the attempt: the server may be reached again before this one is known to have failed.
            let connection = call.core.connection(of: M.self)
            let reached = connection?.reached ?? 0
            progress.change { $0.isRefreshing = true }
            do {
                let served = try await call.core.ask(call.target, call.policy, call.right)
                return progress.end(with: served)
            } catch {
                if Task.isCancelled { return }
                let problem = GranaryError.ofServer(error)
                // A server may refuse something itself; a right that is back already has it asked once more.
                let isLost = AccessRight.isRefusal(problem) && !hasLostRight
                if isLost || problem.code == .accessDenied && call.right.problem(with: .all) != nil {
                    hasLostRight = true
                    continue
                }
                let isAnswered = call.policy.isAnswered(after: problem)
                progress.fail(problem, isThrown: !isAnswered)
                if problem.code != .unavailable { return }
            }
            if let connection {
                await connection.wait(afterReached: reached)
            } else {
                await call.core.waitForSource(of: M.self)
            }
        }
    }
}

extension ReadPolicy {
    /// Whether an observer gets nothing before the server was asked.
    fileprivate var waitsForServer: Bool { rule == .remote || rule == .remoteOrLocal }

    /// Whether the store answers after an error, for one who observes.
    fileprivate func isAnswered(after error: GranaryError) -> Bool {
        switch rule {
        case .remote: false
        case .remoteOrLocal: error.code == .unavailable || answersAfterErrors
        case .local, .localOrRemote, .localThenRemote: true
        }
    }
}

extension ReadCall {
    /// The positions of the entities whose saves may change the answer.
    fileprivate var entities: Set<Int> {
        let schema = core.stack.schema
        var entities: Set<Int> = []
        if let bookkeeping = schema.entity(of: SyncQuery.self) { entities.insert(bookkeeping.index) }
        guard let entity = schema.entity(of: M.self) else { return entities }
        entities.insert(entity.index)
        if case .query(let query) = target,
            let others = try? query.entitiesOnPaths(from: entity, in: schema)
        {
            entities.formUnion(others)
        }
        return entities
    }
}

extension RepositoryCore {
    /// The connection to the server of a model; `nil` without a source.
    fileprivate func connection<M: Model>(of model: M.Type) -> Connection? {
        guard let entity = try? synced(model) else { return nil }
        return (try? source(of: entity))?.connection
    }

    /// Waits until the source of a model is there.
    fileprivate nonisolated(nonsending) func waitForSource<M: Model>(of model: M.Type) async {
        guard let entity = try? synced(model) else { return }
        await sources.wait(for: rule.models[entity.index]?.source ?? "")
    }
}
