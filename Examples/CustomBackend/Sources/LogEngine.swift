public import GranaryKeyValue
internal import Synchronization

/// An ordered engine: a tree that never changes, so that a snapshot is the tree of a moment, and a log.
public final class LogEngine: KeyValueEngine {
    private let state: Mutex<(tree: Tree, log: LogFile)>

    /// Reads the log at a path, which is made when it does not exist and may be created.
    public init(_ path: String, isCreated: Bool) throws {
        var tree = Tree()
        let log = try LogFile(path, isCreated: isCreated) { tree.apply($0) }
        state = Mutex((tree, log))
    }

    /// The tree as it is now.
    public func makeSnapshot() -> any KeyValueSnapshot { Snapshot(tree: state.withLock { $0.tree }) }
    /// An empty list of changes.
    public func makeBatch() -> any KeyValueBatch { Batch(self) }
    /// Closes the log.
    public func close() { state.withLock { $0.log.close() } }

    private final class Batch: KeyValueBatch {
        private let engine: LogEngine
        private var changes: [Change] = []
        init(_ engine: LogEngine) { self.engine = engine }
        func put(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
            changes.append(Change(key: Array(key), value: Array(value)))
        }
        func delete(_ key: UnsafeRawBufferPointer) { changes.append(Change(key: Array(key), value: nil)) }
        func commit(durably: Bool) throws {
            try engine.state.withLock { state in
                try state.log.append(changes, durably: durably)
                for change in changes { state.tree.apply(change) }
            }
        }
    }

    private final class Snapshot: KeyValueSnapshot {
        private let tree: Tree
        init(tree: Tree) { self.tree = tree }
        func get(_ key: UnsafeRawBufferPointer, into value: KeyValueBuffer) -> Bool {
            guard let node = tree.find(key) else { return false }
            value.replace(with: node.value.bytes)
            return true
        }
        func makeCursor() -> any KeyValueCursor { Cursor(tree: tree) }
        func end() {}
    }

    private final class Cursor: KeyValueCursor {
        private let tree: Tree
        private var node: Tree.Node?
        init(tree: Tree) { self.tree = tree }
        func seek(to key: UnsafeRawBufferPointer) -> Bool { stand(tree.first(from: key)) }
        func seek(before key: UnsafeRawBufferPointer) -> Bool { stand(tree.last(before: key)) }
        func next() -> Bool { stand(tree.first(from: key, isIncluded: false)) }
        func previous() -> Bool { stand(tree.last(before: key)) }
        var key: UnsafeRawBufferPointer { node?.key.bytes ?? .init(start: nil, count: 0) }
        var value: UnsafeRawBufferPointer { node?.value.bytes ?? .init(start: nil, count: 0) }
        func end() { node = nil }
        private func stand(_ node: Tree.Node?) -> Bool {
            self.node = node
            return node != nil
        }
    }
}
