internal import Synchronization

/// The rows of one model that a save wrote, with their values before and after.
package final class ObservedChanges<M: Model>: EntityChanges {
    /// A changed row.
    package struct Update: Sendable {
        /// The values that the save replaced.
        package let before: M.Snapshot
        /// The values that it stored.
        package let after: M.Snapshot
        /// The version of the row before the save.
        package let base: Int64
    }

    /// A deleted row.
    package struct Deletion: Sendable {
        /// The values that the row had.
        package let before: M.Snapshot
        /// The version of the row before the save.
        package let base: Int64
    }

    /// The number of the save in its store, which is the version of the rows that it wrote.
    package let number: Int64
    /// The new rows.
    package let inserted: [M.Snapshot]
    /// The changed rows.
    package let updated: [Update]
    /// The deleted rows; one whose key a new row has taken is among the new ones too.
    package let deleted: [Deletion]

    /// The rows with their values before and after, once somebody has asked for them.
    private let rows = Mutex<[ValueRow]?>(nil)

    init(number: Int64, inserted: [M.Snapshot], updated: [Update], deleted: [Deletion]) {
        self.number = number
        self.inserted = inserted
        self.updated = updated
        self.deleted = deleted
    }

    /// The number of rows.
    package var count: Int { inserted.count + updated.count + deleted.count }

    /// Every row as it was before and as it is after the save, made once for all who ask.
    ///
    /// Complexity: O(rows) at the first call, then O(1).
    package func rows(of entity: Entity) throws -> [ValueRow] {
        try rows.withLock { rows in
            if let rows { return rows }
            var snapshots = inserted
            for update in updated { snapshots += [update.before, update.after] }
            snapshots += deleted.map(\.before)
            let made = try snapshots.map { ValueRow(try $0.columnValues(of: entity)) }
            rows = made
            return made
        }
    }
}

/// Collects the rows of one model that a save writes.
struct ChangeCollector<M: Model> {
    /// The most rows of an entity that a notice names; of a larger save it says that any row may have changed.
    static var most: Int { 10_000 }

    private var inserted: [M.Snapshot] = []
    private var updated: [ObservedChanges<M>.Update] = []
    private var deleted: [ObservedChanges<M>.Deletion] = []

    private var isFull: Bool { inserted.count + updated.count + deleted.count > Self.most }

    /// Adds an object that a save has written, before it is marked saved.
    mutating func add(_ object: M) { add(object.objectState, object.snapshot) }

    /// Adds an object as a save in the background has written it.
    mutating func add(_ memory: ObjectMemory) {
        if let values = memory.values as? M.Snapshot { add(memory.state, values) }
    }

    private mutating func add(_ state: ObjectState, _ values: @autoclosure () -> M.Snapshot) {
        if isFull { return }
        switch state.phase {
        case .inserted: inserted.append(values())
        case .stored:
            guard let before = state.changes?.original as? M.Snapshot else { return }
            updated.append(.init(before: before, after: values(), base: state.version))
        case .deleted:
            let before = state.changes?.original as? M.Snapshot ?? values()
            if state.version != 0 { deleted.append(.init(before: before, base: state.version)) }
        case .transient, .detached: return
        }
    }

    /// Adds a row that a batch changes.
    mutating func add(_ before: M.Snapshot, changedTo after: M.Snapshot, at base: Int64) {
        if !isFull { updated.append(.init(before: before, after: after, base: base)) }
    }

    /// Adds a row that a batch deletes.
    mutating func add(deleted before: M.Snapshot, at base: Int64) {
        if !isFull { deleted.append(.init(before: before, base: base)) }
    }

    /// The rows; any, if they are too many.
    func changes(at number: Int64) -> ObservedRows {
        if isFull { return .any }
        return .known(
            ObservedChanges(number: number, inserted: inserted, updated: updated, deleted: deleted))
    }
}

extension ObjectTable {
    /// The changes of the touched objects, as observers are told of them.
    ///
    /// Complexity: O(touched).
    package func changesToSave(at number: Int64) -> ObservedRows {
        func changes<M: Model>(_ type: M.Type) -> ObservedRows {
            var collector = ChangeCollector<M>()
            for object in touched {
                collector.add(unsafeDowncast(object, to: type))  // safe: the table holds this type only.
            }
            return collector.changes(at: number)
        }
        return type.map { changes($0) } ?? .any
    }

    /// The changes of objects that a save in the background has written, as observers are told of them.
    ///
    /// Complexity: O(objects).
    func changes(of memories: [ObjectMemory], at number: Int64) -> ObservedRows {
        func changes<M: Model>(_ type: M.Type) -> ObservedRows {
            var collector = ChangeCollector<M>()
            for memory in memories { collector.add(memory) }
            return collector.changes(at: number)
        }
        return type.map { changes($0) } ?? .any
    }
}
