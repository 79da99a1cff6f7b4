internal import Synchronization

/// The rows of one model that a save wrote, with their values before and after.
@usableFromInline package final class ObservedChanges<M: Model>: EntityChanges {
    /// A changed row.
    @usableFromInline package struct Update: Sendable {
        /// The values that the save replaced.
        @usableFromInline package let before: M.Snapshot
        /// The values that it stored.
        @usableFromInline package let after: M.Snapshot
        /// The version of the row before the save.
        @usableFromInline package let base: Int64

        @inlinable init(before: M.Snapshot, after: M.Snapshot, base: Int64) {
            self.before = before
            self.after = after
            self.base = base
        }
    }

    /// A deleted row.
    @usableFromInline package struct Deletion: Sendable {
        /// The values that the row had.
        @usableFromInline package let before: M.Snapshot
        /// The version of the row before the save.
        @usableFromInline package let base: Int64

        @inlinable init(before: M.Snapshot, base: Int64) {
            self.before = before
            self.base = base
        }
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

    package var count: Int { inserted.count + updated.count + deleted.count }

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
///
/// Models use it through `addValues(to:)`, so that the compiler specializes this code for each model.
@_documentation(visibility: private)
public struct ChangeCollector<M: Model> {
    /// The most rows of an entity that a notice names; of a larger save it says that any row may have changed.
    @inlinable static var most: Int { 10_000 }

    @usableFromInline var inserted: [M.Snapshot] = []
    @usableFromInline var updated: [ObservedChanges<M>.Update] = []
    @usableFromInline var deleted: [ObservedChanges<M>.Deletion] = []

    /// Starts without rows.
    package init() {}

    /// Makes room for objects that are most likely in one phase.
    mutating func reserve(_ count: Int, in phase: ObjectPhase) {
        switch phase {
        case .inserted: inserted.reserveCapacity(count)
        case .stored: updated.reserveCapacity(count)
        case .deleted: deleted.reserveCapacity(count)
        case .transient, .detached: break
        }
    }

    @inlinable var isFull: Bool { inserted.count + updated.count + deleted.count > Self.most }

    /// Adds an object that a save has written, before it is marked saved.
    @inlinable public mutating func add(_ object: M) {
        if isFull { return }
        switch object.objectState.phase {
        case .inserted: inserted.append(object.snapshot)
        case .stored:
            guard let changes = object.objectState.changes,
                let before = changes.original as? M.Snapshot
            else { return }
            updated.append(.init(before: before, after: object.snapshot, base: object.objectState.version))
        case .deleted:
            let version = object.objectState.version
            if version == 0 { return }
            let before = object.objectState.changes?.original as? M.Snapshot
            deleted.append(.init(before: before ?? object.snapshot, base: version))
        case .transient, .detached: return
        }
    }

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
            let touched = touched
            if let first = touched.first, touched.count <= ChangeCollector<M>.most {
                collector.reserve(touched.count, in: first.objectState.phase)
            }
            for object in touched {
                let object = unsafeDowncast(object, to: type)  // safe: the table holds this type only.
                object.addValues(to: &collector)
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
