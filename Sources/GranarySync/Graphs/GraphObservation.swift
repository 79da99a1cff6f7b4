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
        /// What waits for sources that were not reached, by their names.
        var waiting: [String: Task<Void, Never>] = [:]

        /// What counts as asked for by the next graph.
        mutating func takeMemory() -> GraphMemory? {
            defer { asksAnew = false }
            let known = asksAnew ? nil : memory
            if known == nil { stopWaiting() }
            return known
        }

        /// Has nothing wait for what the next graph asks itself, lest one that reaches a server be asked for once more.
        private mutating func stopWaiting() {
            for task in waiting.values { task.cancel() }
            waiting = [:]
        }
    }

    private let reader: GraphReader<Root>
    private let watch: SaveWatch
    private let state = Mutex(State())

    init(_ reader: GraphReader<Root>) {
        self.reader = reader
        watch = SaveWatch(of: reader.entities, reader.core)
    }

    deinit { for task in state.withLock({ $0.waiting.values }) { task.cancel() } }

    /// The first graph that differs from one; `nil` once the task is cancelled.
    nonisolated(nonsending) func next(after last: Graph<Root>?) async throws -> Graph<Root>? {
        let seen = state.withLock { $0.seen }
        if last != nil, let seen { await watch.wait(after: seen) }
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
                state.withLock { ($0.seen, $0.memory) = (nil, nil) }
                throw error
            }
            let known = memory
            state.withLock { ($0.memory, $0.seen) = (known, before) }
            awaitConnections(of: graph)
            // Whoever knows of an error has to know that it is over, even if nothing else has changed.
            guard let last, seen != nil, !graph.differs(from: last) else { return graph }
            await watch.wait(after: before)
        }
        return nil
    }

    /// Has a graph that is not whole asked for anew once a server of its models may be reached again that is not now.
    ///
    /// Where a server that was not reached may be reached already, it is asked for at once, but only one time, so that a
    /// server which has no connection for one model alone is not asked without end.
    private func awaitConnections(of graph: Graph<Root>) {
        let core = reader.core
        let unreached = graph.isWhole ? [] : core.unreachedSources(of: reader.entities)
        for name in unreached { awaitConnection(name) }
        let isBack = graph.modelsWithoutConnection.contains { model in
            core.sourceName(of: model).map { !unreached.contains($0) } ?? true
        }
        let isFirst = state.withLock { state in
            defer { state.hasAskedAgain = isBack }
            return !state.hasAskedAgain
        }
        if isBack, isFirst { askAnew() }
    }

    /// Has the graph asked for anew once there is a source with a name, and its server may be reached.
    private func awaitConnection(_ name: String) {
        let sources = reader.core.sources
        state.withLock { state in
            if state.waiting[name] != nil { return }
            state.waiting[name] = Task { [weak self] in
                await sources.wait(for: name)
                await sources[name]?.connection.waitWhileUnreached()
                let isBack = self?.state.withLock { state in
                    if Task.isCancelled { return false }
                    (state.waiting[name], state.hasAskedAgain) = (nil, false)
                    return true
                }
                if isBack == true { self?.askAnew() }
            }
        }
    }

    private func askAnew() {
        state.withLock { $0.asksAnew = true }
        watch.call()
    }
}

extension Graph {
    /// Whether nothing is missing that a server might have.
    fileprivate var isWhole: Bool { roots.isComplete && missing.isEmpty }

    /// The models that a server could not be asked for.
    fileprivate var modelsWithoutConnection: Set<String> {
        var models = Set(missing.filter(\.hasNoConnection).map(\.model))
        if roots.remoteError?.code == .unavailable { models.insert(Root.modelDescription.name) }
        return models
    }
}

extension GraphGap {
    /// Whether a server could not be asked for it.
    fileprivate var hasNoConnection: Bool {
        switch reason {
        case .notFound: false
        case .incomplete(let error): error?.code == .unavailable
        case .failed(let error): error.code == .unavailable
        }
    }
}

extension RepositoryCore {
    /// The name of the source of a model; `nil` for one that is not synced.
    fileprivate func sourceName(of model: String) -> String? {
        stack.schema.entity(model).flatMap { rule.models[$0.index]?.source }
    }

    /// The names of the sources of some entities that are not there, or whose servers were not reached by the last attempt.
    fileprivate func unreachedSources(of entities: Set<Int>) -> Set<String> {
        let names = Set(entities.compactMap { rule.models[$0]?.source })
        return names.filter { sources[$0].map { $0.connection.problem != nil } ?? true }
    }
}
