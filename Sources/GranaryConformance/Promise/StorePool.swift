import Granary
import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Benches with used and emptied stores, for the next promise about stored content.
///
/// One promise at a time uses a bench. Only idle benches of one harness are kept; those of another harness are removed,
/// and the last ones when the process ends.
enum StorePool {
    private struct Key: Hashable {
        var backend: ObjectIdentifier
        var label: String
        var settings: StackSettings

        init(_ harness: ConformanceHarness) {
            backend = ObjectIdentifier(harness.backend.type)
            label = harness.label
            settings = harness.settings
        }
    }

    private struct State {
        var key: Key?
        var benches: [ConformanceBench] = []
        var isRemovedAtEnd = false
    }

    private static let state = Mutex(State())

    /// Takes an idle bench; `nil` if there is none.
    static func take(_ harness: ConformanceHarness, _ topology: ConformanceTopology) -> ConformanceBench? {
        state.withLock { state in
            guard state.key == Key(harness),
                let position = state.benches.lastIndex(where: { $0.topology == topology })
            else { return nil }
            return state.benches.remove(at: position)
        }
    }

    /// Empties the stores of a bench and keeps it for the next promise.
    ///
    /// - Throws: if the stack has changed, or its stores cannot be emptied; the bench then has to be removed.
    static func put(_ bench: ConformanceBench) throws {
        try bench.empty()
        let key = Key(bench.harness)
        let others = state.withLock { state in
            let others = state.key == key ? [] : state.benches
            if state.key != key { (state.key, state.benches) = (key, []) }
            state.benches.append(bench)
            if !state.isRemovedAtEnd {
                state.isRemovedAtEnd = true
                atexit { StorePool.removeAll() }
            }
            return others
        }
        for bench in others { bench.remove() }
    }

    private static func removeAll() {
        let benches = state.withLock { state in
            defer { state.benches = [] }
            return state.benches
        }
        for bench in benches { bench.remove() }
    }
}

extension ConformanceBench {
    /// Deletes every row and every pair, without applying delete rules.
    fileprivate func empty() throws {
        try expect(stack.isStarted, "the stack was stopped")
        try expectEqual(stack.attachedStores, try configurations(), "the stores of the stack")
        let coordinator = try stack.coordinator()
        for position in coordinator.members.indices {
            let entities = try stack.schema.entities.filter {
                try coordinator.storeIndex(of: $0) == position
            }
            let session = try coordinator.members[position].store.makeSession()
            defer { session.end() }
            let changes = try everything(of: entities, in: session)
            if !changes.isEmpty { try session.committed(changes) }
        }
    }

    /// The change set that deletes all rows and pairs of a store's entities.
    private func everything(of entities: [Entity], in session: any StoreSession) throws -> ChangeSet {
        var changes = ChangeSet()
        for entity in entities {
            let keys = try session.rows(FetchRequest(entity: entity)).map { row in
                try unwrap(ObjectKey(entity.keyColumns.map { row[$0] }), "a key of \(entity.name)")
            }
            if keys.isEmpty { continue }
            changes.deletes.append(DeleteBatch(entity: entity, rows: keys.map { ($0, nil) }))
            for table in stack.schema.links where table.firstEntity === entity {
                var batch = LinkBatch(table: table)
                batch.removed = try session.links(table, fromFirst: true, of: keys).map {
                    (first: $0.0, second: $0.1)
                }
                if !batch.removed.isEmpty { changes.links.append(batch) }
            }
        }
        return changes
    }

    /// Closes the stack and removes its stores and its directory; ignores errors, which no caller could receive.
    fileprivate func remove() {
        try? stack.destroyPersistentStores()
        TemporaryDirectory(directory).remove()
    }
}
