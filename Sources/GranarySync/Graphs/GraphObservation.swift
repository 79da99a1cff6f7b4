import Granary
import Synchronization

/// Follows the graph of one reader.
final class GraphObservation<Root: Granary.Model>: Sendable {
    private struct State {
        /// What was asked for; `nil` if the next graph asks as the first one.
        var memory: GraphMemory?
        /// What the watch had noticed when the last graph was read; `nil` if it has to be read in any case.
        var seen: Int?
        /// Whether the next graph asks as the first one, whatever was asked for.
        var asksAnew = false
        /// Whether it was asked anew, without waiting, for a connection that was back already.
        var hasAskedAgain = false
        /// Waits for a connection.
        var waiting: Task<Void, Never>?

        /// What counts as asked for by the next graph.
        mutating func takeMemory() -> GraphMemory? {
            defer { asksAnew = false }
            return asksAnew ? nil : memory
        }
    }

    private let reader: GraphReader<Root>
    private let watch: SaveWatch
    private let state = Mutex(State())

    init(_ reader: GraphReader<Root>) throws {
        self.reader = reader
        watch = SaveWatch(of: try reader.entities(), reader.repositories.core)
    }

    deinit { state.withLock { $0.waiting }?.cancel() }

    /// The first graph that differs from one; `nil` once the task is cancelled.
    nonisolated(nonsending) func next(after last: Graph<Root>?) async throws -> Graph<Root>? {
        if last != nil, let seen = state.withLock({ $0.seen }) { await watch.wait(after: seen) }
        while !Task.isCancelled {
            let before = watch.present
            var memory = state.withLock { $0.takeMemory() }
            let graph: Graph<Root>
            do { graph = try await reader.read(&memory) } catch let error as GranaryError
                where AccessRight.isRefusal(error)
            {
                (graph, memory) = (reader.empty(error), nil)
            } catch {
                if Task.isCancelled { return nil }
                state.withLock { $0.seen = nil }
                throw error
            }
            let known = memory
            state.withLock { ($0.memory, $0.seen) = (known, before) }
            if graph.hasFoundNoConnection {
                awaitConnection()
            } else {
                state.withLock { $0.hasAskedAgain = false }
            }
            guard let last, !graph.differs(from: last) else { return graph }
            await watch.wait(after: before)
        }
        return nil
    }

    /// Has the graph asked for anew once the servers that were not reached may be reached again.
    ///
    /// Where that is so already, it is asked for at once, but only one time, so that a server which has no connection for
    /// one model alone is not asked without end.
    private func awaitConnection() {
        let sources = reader.repositories.core.sources.present.values
        guard let slot = sources.first(where: { $0.connection.problem != nil }) else {
            let isFirst = state.withLock { state in
                defer { state.hasAskedAgain = true }
                return !state.hasAskedAgain
            }
            return isFirst ? askAnew() : ()
        }
        state.withLock { state in
            if state.waiting != nil { return }
            state.waiting = Task { [weak self] in
                await slot.connection.waitWhileUnreached()
                if Task.isCancelled { return }
                self?.state.withLock { ($0.waiting, $0.hasAskedAgain) = (nil, false) }
                self?.askAnew()
            }
        }
    }

    private func askAnew() {
        state.withLock { $0.asksAnew = true }
        watch.call()
    }
}

extension Graph {
    /// Whether a server could not be asked for some of it.
    fileprivate var hasFoundNoConnection: Bool {
        if roots.remoteError?.code == .unavailable { return true }
        return missing.contains { gap in
            switch gap.reason {
            case .notFound: false
            case .incomplete(let error): error?.code == .unavailable
            case .failed(let error): error.code == .unavailable
            }
        }
    }
}

extension GraphReader {
    /// The positions of the entities whose saves may change the graph, with that of the bookkeeping.
    func entities() throws -> Set<Int> {
        let schema = repositories.core.stack.schema
        var entities = try plan.entities()
        if let bookkeeping = schema.entity(of: SyncQuery.self) { entities.insert(bookkeeping.index) }
        if case .query(let query) = target {
            entities.formUnion(try query.entitiesOnPaths(from: plan.root))
        }
        return entities
    }
}
