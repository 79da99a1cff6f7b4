internal import GranaryStore

/// Applies a change set in one batch of the engine, and checks the final state.
///
/// It reads existing rows from a snapshot that stays current, because no other session commits at the same time. Within
/// the batch, index entries are removed before any is added, so that values can be swapped.
///
/// Used by one thread, which holds the store's commit gate.
///
/// The memory store's builder is separate: it changes a copy of the state and reads its own changes there. A batch
/// cannot be read, so this builder has to remember them.
final class CommitBuilder {
    let layout: StoreLayout
    let view: ReadView
    let batch: any KeyValueBatch
    let interrupt: InterruptFlag
    /// The number of this save.
    let version: Int64
    /// The rows that others have changed or deleted.
    var conflicts: [CommitResult.Conflict] = []
    /// The largest integer key inserted into each table.
    var largestKeys: [Int: Int64] = [:]
    /// Whether the save writes anything.
    var writes = false

    /// The rows that this save has deleted, changed or checked.
    let pending = PlainList<PendingRow>()
    /// The bytes of those rows.
    let rows = KeyValueBuffer(capacity: 1 << 12)
    /// The changes of each table, by its position.
    var changes: [TableChanges?]
    /// The tables with deletions.
    private var deletedTables: Set<Int> = []
    /// The keys of unique index entries that this save has added.
    let unique = ByteTable()
    /// The keys of removed rows, pairs and index entries that later checks need.
    let removed = ByteTable()
    /// The keys of rows to which this save refers; the number of each leads to its first referrer.
    let referenced = ByteTable()
    var referrers: [(table: Int, reference: Int)] = []

    let absence: AbsenceProbe
    let uniqueAbsence: AbsenceProbe
    let entryKey = KeyValueBuffer()
    let entryValue = KeyValueBuffer()
    let rowKey = KeyValueBuffer()
    let found = KeyValueBuffer(capacity: 512)

    /// A row that this save has deleted, changed or checked.
    struct PendingRow: BitwiseCopyable {
        let table: Int
        let key: ByteRange
        /// The record in the snapshot.
        let old: ByteRange
        /// The record in the final state so far; `nil` if the row is deleted.
        var new: ByteRange?
        /// The properties that were written.
        var properties = PropertySet()
        /// Whether the row is deleted or written, as opposed to checked only.
        var isChanged = false
    }

    /// Starts with the newest state; `version` is the number of this save.
    init(
        _ layout: StoreLayout, _ view: ReadView, _ batch: any KeyValueBatch, version: Int64,
        interrupt: InterruptFlag
    ) {
        self.layout = layout
        self.view = view
        self.batch = batch
        self.version = version
        self.interrupt = interrupt
        changes = Array(repeating: nil, count: layout.tables.count)
        absence = AbsenceProbe(view)
        uniqueAbsence = AbsenceProbe(view)
    }

    /// Applies all changes, unless there are conflicts.
    ///
    /// - Throws: `GranaryError.Code.constraint` if the final state violates one; `GranaryError.Code.invalidObject` for
    ///   a changed key; errors of the rows; `GranaryError.Code.cancelled`.
    func apply(_ changes: ChangeSet) throws {
        do {
            // This must be known before the first change, since it decides which removals have to be remembered.
            deletedTables = Set(try changes.deletes.map { try layout.table(of: $0.entity).position })
            for batch in changes.requirements { try require(batch) }
            for batch in changes.deletes { try delete(batch) }
            for batch in changes.updates { try update(batch) }
        } catch {
            // The failure may only follow from a conflict, even a later one, and the context must learn of all
            // conflicts.
            conflicts = try findConflicts(changes)
            if conflicts.isEmpty { throw error }
            return
        }
        // All conflicts are found before anything is written, so that the context can resolve them together.
        guard conflicts.isEmpty else { return }
        try writePending()
        for batch in changes.inserts { try insert(batch) }
        for batch in changes.links { try link(batch) }
        // Checked at the end, because rows may refer to each other in cycles.
        try checkReferences()
        try checkReferrers()
    }

    /// The changes of a table.
    func changes(of table: TableLayout) -> TableChanges {
        if let present = changes[table.position] { return present }
        let new = TableChanges(table, of: layout, deletedFrom: deletedTables)
        changes[table.position] = new
        return new
    }
}

extension CommitBuilder {
    /// The conflicts of all changes, regardless of their other errors.
    private func findConflicts(_ changes: ChangeSet) throws -> [CommitResult.Conflict] {
        let builder = CommitBuilder(layout, view, batch, version: version, interrupt: interrupt)
        for batch in changes.readVersions { try builder.require(batch) }
        return builder.conflicts
    }

    private func require(_ batch: DeleteBatch) throws {
        let changes = changes(of: try layout.table(of: batch.entity))
        let finder = RowFinder(view, expecting: batch.rows.count)
        for (key, version) in batch.rows { _ = try current(key, version, changes, finder) }
    }

    private func delete(_ batch: DeleteBatch) throws {
        let changes = changes(of: try layout.table(of: batch.entity))
        let finder = RowFinder(view, expecting: batch.rows.count)
        for (key, version) in batch.rows {
            try interrupt.check()
            guard let position = try current(key, version, changes, finder) else { continue }
            pending[position].new = nil
            pending[position].isChanged = true
            remove(changes)
        }
    }

    private func update(_ batch: UpdateBatch) throws {
        let changes = changes(of: try layout.table(of: batch.entity))
        let (old, new, writer) = (changes.old, changes.new, changes.writer)
        let finder = RowFinder(view, expecting: batch.rows.count)
        for row in batch.rows.indices {
            try interrupt.check()
            let properties = batch.rows[row].properties
            guard
                let position = try current(batch.rows[row].key, batch.rows[row].version, changes, finder)
            else { continue }
            try writer.begin(version: version, changing: old, but: properties)
            try batch.rows[row].source.encode(properties, of: batch.entity, into: writer)
            try writer.finish(into: new)
            guard new.key.equals(old.key) else { throw changes.table.changedKey() }
            var change = pending[position]
            change.new = rows.keep(new.record)
            change.isChanged = true
            change.properties.formUnion(properties)
            pending[position] = change
        }
    }

    /// Finds the row with a key, as this save has left it so far, and loads it as the old row of its table.
    ///
    /// Returns the row's position among the pending ones. If the row does not exist or has another version than
    /// required, notes a conflict.
    private func current(
        _ key: ObjectKey, _ version: Int64?, _ changes: TableChanges, _ finder: RowFinder
    ) throws -> Int? {
        let (table, row) = (changes.table, changes.old)
        rowKey.removeAll()
        rowKey.append(table.prefix)
        if rowKey.append(key, of: table.keyTypes) {
            // A row that this save has touched before is as this save left it, not as the snapshot has it.
            if let position = changes.positions.find(rowKey.bytes) {
                if let present = pending[position].new {
                    try row.load(key: rowKey.bytes, record: rows.bytes(present))
                    if version == nil || row.version == version { return position }
                }
            } else if try finder.find(rowKey.bytes, into: found) {
                try row.load(key: rowKey.bytes, record: found.bytes)
                if version == nil || row.version == version { return recordFound(changes) }
            }
        }
        conflicts.append(CommitResult.Conflict(entity: table.name, key: key))
        return nil
    }

    /// Notes the row that was just found as a checked one.
    private func recordFound(_ changes: TableChanges) -> Int {
        let position = pending.count
        _ = changes.positions.add(rowKey.bytes, position)
        let (key, record) = (rows.keep(rowKey.bytes), rows.keep(found.bytes))
        pending.append(PendingRow(table: changes.table.position, key: key, old: record, new: record))
        return position
    }
}
