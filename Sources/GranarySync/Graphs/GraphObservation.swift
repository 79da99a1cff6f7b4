import Granary
import Synchronization

/// Follows the graph of one reader.
final class GraphObservation<Root: Granary.Model>: Sendable {
    private struct State {
        /// What was asked for; `nil` if the next graph asks as the first one.
        var memory: GraphMemory?
        /// What the watch had noticed when the last graph was read; `nil` if it has to be read in any case.
        var seen: Int?
        /// What waits for sources, by their names.
        var waiting: [String: Task<Void, Never>] = [:]
        /// The sources for which the next graph asks like the first one, regardless of what was asked for.
        var back: Set<String> = []
        /// How often in a row the graph was asked anew for a source and still waits for it.
        private(set) var vain: [String: Int] = [:]

        /// What counts as asked for by the next graph, and the sources for which it is asked anew.
        mutating func begin() -> (memory: GraphMemory?, asked: Set<String>) {
            let (known, asked) = (back.isEmpty ? memory : nil, back)
            back = []
            if known == nil { stopWaiting() }
            return (known, asked)
        }

        /// Notes the sources that a graph waits for after it was asked anew for some.
        mutating func note(_ open: Set<String>, afterAsking asked: Set<String>) {
            vain = vain.filter { open.contains($0.key) }
            for name in open.intersection(asked) { vain[name, default: 0] += 1 }
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
            var (memory, asked) = state.withLock { $0.begin() }
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
            awaitConnections(of: graph, afterAsking: asked)
            // A reader that has got an error has to learn that it is over, even if nothing else has changed.
            guard let last, seen != nil, !graph.differs(from: last) else { return graph }
            await watch.wait(after: before)
        }
        return nil
    }

    /// Has a graph that is not whole asked for anew once servers of its models may be reached again.
    ///
    /// A server that was not reached for some models may be reached already, and have no connection for those alone. So
    /// that neither it nor other graphs which reach it have it asked without end, the pauses grow.
    private func awaitConnections(of graph: Graph<Root>, afterAsking asked: Set<String>) {
        let core = reader.core
        let unreached = graph.isWhole ? [] : core.unreachedSources(of: reader.entities)
        let open = unreached.union(graph.modelsWithoutConnection.map { core.sourceName(of: $0) ?? "" })
        state.withLock { $0.note(open, afterAsking: asked) }
        for name in open { awaitConnection(name) }
    }

    /// Has the graph asked for anew once there is a source with a name, and its server may be reached.
    private func awaitConnection(_ name: String) {
        let core = reader.core
        state.withLock { state in
            if state.waiting[name] != nil { return }
            let vain = state.vain[name] ?? 0
            state.waiting[name] = Task { [weak self] in
                let before = core.watch.present
                await core.waitForServer(name)
                if vain > 0 {
                    await core.rest(core.times.pause(after: vain), unlessChangedSince: before)
                    await core.waitForServer(name)
                }
                self?.askAnew(for: name)
            }
        }
    }

    private func askAnew(for name: String) {
        let isWanted = state.withLock { state in
            if Task.isCancelled { return false }
            state.waiting[name] = nil
            state.back.insert(name)
            return true
        }
        if isWanted { watch.call() }
    }
}

extension Graph {
    /// Whether nothing is missing that a server might have.
    fileprivate var isWhole: Bool { roots.isComplete && missing.isEmpty }

    /// The models that a server could not be asked for.
    fileprivate var modelsWithoutConnection: Set<String> {
        var models = Set(missing.filter { $0.reason.error?.code == .unavailable }.map(\.model))
        if roots.remoteError?.code == .unavailable { models.insert(Root.modelDescription.name) }
        return models
    }
}

extension RepositoryCore {
    /// The name of the source of a model; `nil` for one that is not synced.
    fileprivate func sourceName(of model: String) -> String? {
        stack.schema.entity(model).flatMap { rule.models[$0.index]?.source }
    }

    /// Waits until there is a source with a name whose server was reached by the last attempt.
    fileprivate nonisolated(nonsending) func waitForServer(_ name: String) async {
        await sources.wait(for: name)
        await sources[name]?.connection.waitWhileUnreached()
    }

    /// The names of the sources of some entities that are not there, or whose servers were not reached by the last attempt.
    fileprivate func unreachedSources(of entities: Set<Int>) -> Set<String> {
        let names = Set(entities.compactMap { rule.models[$0]?.source })
        return names.filter { sources[$0].map { $0.connection.problem != nil } ?? true }
    }
}
