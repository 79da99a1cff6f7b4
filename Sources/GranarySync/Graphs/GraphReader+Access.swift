import Granary

/// Graphs of readers whose rights may change while their levels are read.
extension GraphReader {
    /// How often a graph is read at most.
    private static var mostReadings: Int { 4 }

    /// Reads a graph, and reads it again if what is allowed has changed during the reading.
    ///
    /// The memory has what was asked for the graph before it; without one, and after a change of what is allowed, it is
    /// the first. For a later one the store is read, and what it refers to for the first time is asked for.
    ///
    /// - Throws: for the roots, as a call of the repository; errors of the stores; ``GranaryError/Code/cancelled``.
    nonisolated(nonsending) func read(_ memory: inout GraphMemory?) async throws -> Graph<Root> {
        var former = memory.take()
        var access = access()
        var number = 1
        while true {
            // What was not allowed was not asked for.
            if former?.access != access { former = nil }
            do {
                let graph = try await readOnce(&former)
                let now = self.access()
                if try isSettled(graph, access, now, number) {
                    former?.access = access
                    memory = former
                    return graph
                }
                access = now
            } catch let error as GranaryError where error.code == .accessDenied {
                let now = self.access()
                if isSettled([error], access, now, number) { throw error }
                access = now
            }
            former = nil
            number += 1
        }
    }

    /// What is allowed now of the models of the graph.
    private func access() -> GraphAccess {
        GraphAccess([core.access, terms.access]) { entities.map { core.stack.schema.entities[$0].name } }
    }

    /// Whether a graph that was begun with some rights may be shown with those of now.
    ///
    /// - Throws: ``GranaryError/Code/accessDenied`` if the last one that is read has what is not allowed.
    private func isSettled(
        _ graph: Graph<Root>, _ access: GraphAccess, _ now: GraphAccess, _ number: Int
    ) throws -> Bool {
        let hidden = now.hidden.first { name in
            core.stack.schema.entity(name).map(graph.contents.has) ?? false
        }
        if hidden != nil, number < Self.mostReadings { return false }
        if let error = hidden.flatMap({ AccessRight.refusal(of: $0, at: .none) }) { throw error }
        return isSettled(graph.refusals, access, now, number)
    }

    /// Whether some refusals, under rights that were there at the beginning, count with those of now.
    private func isSettled(
        _ refusals: [GranaryError], _ access: GraphAccess, _ now: GraphAccess, _ number: Int
    ) -> Bool {
        if number == Self.mostReadings { return true }
        // A refusal that is there again may be one of other policies, such as those of a server in this process.
        return now == access && (number > 1 || !refusals.contains(where: now.isPast))
    }
}

extension Graph {
    /// The errors that say what may not be read.
    fileprivate var refusals: [GranaryError] {
        ([roots.remoteError] + missing.map(\.reason.error)).compactMap { $0 }.filter {
            $0.code == .accessDenied
        }
    }
}
