internal import Foundation
internal import GranaryStore
public import GranaryKeyValue
internal import Synchronization

/// An ordered engine: a tree that never changes, so that a snapshot is the tree at one point in time, and a log.
public final class LogEngine: KeyValueEngine {
    private let state: Mutex<(tree: Tree, log: LogFile?)>

    /// Reads the log at a path, which is made unless it is only read.
    public init(_ path: String, isReadOnly: Bool = false) throws {
        var tree = Tree()
        let log = try LogFile(path, isReadOnly: isReadOnly) { tree.apply($0) }
        state = Mutex((tree, log))
    }

    /// The current tree.
    public func makeSnapshot() -> any KeyValueSnapshot { Snapshot(tree: state.withLock { $0.tree }) }
    /// An empty list of changes.
    public func makeBatch() -> any KeyValueBatch { Batch(self) }
    /// Throws if the log was removed or replaced.
    public func requireInPlace() throws { try state.withLock { try $0.log?.requireInPlace() } }
    /// Closes the log.
    public func close() { state.withLock { $0.log = nil } }

    private final class Batch: KeyValueBatch {
        private let engine: LogEngine
        private var changes: [Change] = []
        init(_ engine: LogEngine) { self.engine = engine }
        func put(_ key: Bytes, _ value: Bytes) { changes.append(Change(key: Data(key), value: Data(value))) }
        func delete(_ key: Bytes) { changes.append(Change(key: Data(key), value: nil)) }
        func commit(durably: Bool) throws {
            try engine.state.withLock { state in
                guard let log = state.log else { throw LogFile.failure(.closed) }
                try log.append(changes, durably: durably)
                for change in changes { state.tree.apply(change) }
            }
        }
    }

    private final class Snapshot: KeyValueSnapshot {
        private let tree: Tree
        init(tree: Tree) { self.tree = tree }
        func get(_ key: Bytes, into value: KeyValueBuffer) -> Bool {
            guard let node = tree.around(key).from, key.elementsEqual(node.key.bytes) else { return false }
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
        func seek(to key: Bytes) -> Bool { stand(tree.around(key).from) }
        func seek(before key: Bytes) -> Bool { stand(tree.around(key).before) }
        func next() -> Bool { stand(tree.around(key).after) }
        func previous() -> Bool { stand(tree.around(key).before) }
        var key: Bytes { node?.key.bytes ?? .init(start: nil, count: 0) }
        var value: Bytes { node?.value.bytes ?? .init(start: nil, count: 0) }
        func end() { node = nil }
        private func stand(_ node: Tree.Node?) -> Bool {
            self.node = node
            return node != nil
        }
    }
}
