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

    /// The rows with their values before and after, once they have been requested.
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

extension ObjectTable {
    /// The changes of the touched objects, or of those that a save in the background has written, for the notice to
    /// observers.
    ///
    /// Complexity: O(objects).
    func changes(of memories: [ObjectMemory]?, at number: Int64) -> ObservedRows {
        func changes<M: Model>(_ type: M.Type) -> ObservedRows {
            var collector = ChangeCollector<M>()
            for memory in memories ?? [] {
                guard let values = memory.values as? M.Snapshot else { continue }
                collector.add(
                    memory.state.phase, memory.state.version, memory.state.changes?.original, values)
            }
            let touched = memories == nil ? touched : []
            if let first = touched.first, touched.count <= ChangeCollector<M>.most {
                collector.reserve(touched.count, in: first._objectState.phase)
            }
            for object in touched {
                let object = unsafeDowncast(object, to: type)  // safe: the table holds this type only.
                object._addValues(to: &collector)
            }
            return collector.changes(at: number)
        }
        return type.map { changes($0) } ?? .any
    }
}
