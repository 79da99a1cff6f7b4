internal import Granary

/// Carries a change set out into one batch of the engine, and checks the final state.
///
/// What is there is read from a snapshot that cannot be out of date, since nobody else commits meanwhile.
/// Within the batch, entries of indexes are removed before any is added, so that values can be swapped.
///
/// Used by one thread, which holds the store's commit gate.
final class CommitBuilder {
    let layout: StoreLayout
    let view: ReadView
    let batch: any KeyValueBatch
    let interrupt: InterruptFlag
    /// The number of this save.
    let version: Int64
    /// Rows that others changed or deleted.
    var conflicts: [CommitResult.Conflict] = []
    /// The largest integer key inserted into each table.
    var largestKeys: [Int: Int64] = [:]
    /// Whether anything is written.
    var writes = false

    /// The rows that this save has deleted or changed, by key.
    var pending: [PendingRow] = []
    let pendingPositions = ByteTable()
    /// The keys of the rows and pairs that this save has inserted.
    let inserted = ByteTable()
    /// The keys of index entries of unique constraints that this save has added.
    let unique = ByteTable()
    /// The keys of rows, pairs and index entries that this save has removed.
    let removed = ByteTable()
    /// The keys of rows that this save refers to, with who does so first.
    let referenced = ByteTable()
    var referrers: [(table: Int, reference: Int)] = []

    let absence: AbsenceProbe
    let uniqueAbsence: AbsenceProbe
    let entryKey = KeyValueBuffer()
    let entryValue = KeyValueBuffer()
    let rowKey = KeyValueBuffer()
    let found = KeyValueBuffer(capacity: 512)

    /// A row that this save has deleted or changed.
    struct PendingRow {
        let table: Int
        /// The row as the snapshot has it.
        let old: HeldRow
        /// The row as this save leaves it; `nil` when it is deleted.
        var new: HeldRow?
        /// The properties that were written.
        var properties: PropertySet
    }

    /// Begins on the newest state; `version` is the number of this save.
    init(
        _ layout: StoreLayout, _ view: ReadView, _ batch: any KeyValueBatch, version: Int64,
        interrupt: InterruptFlag
    ) {
        self.layout = layout
        self.view = view
        self.batch = batch
        self.version = version
        self.interrupt = interrupt
        absence = AbsenceProbe(view)
        uniqueAbsence = AbsenceProbe(view)
    }

    /// Carries out everything, unless there are conflicts.
    ///
    /// - Throws: `GranaryError.Code.constraint` for a final state that breaks one;
    ///   `GranaryError.Code.invalidObject` for a changed key; what the rows throw;
    ///   `GranaryError.Code.cancelled`.
    func apply(_ changes: ChangeSet) throws {
        do {
            for batch in changes.requirements { try require(batch) }
            for batch in changes.deletes { try delete(batch) }
            for batch in changes.updates { try update(batch) }
        } catch  where !conflicts.isEmpty {
            // What fails may fail only because of the conflict, which is what the context has to hear of.
            return
        }
        guard conflicts.isEmpty else { return }
        try writePending()
        for batch in changes.inserts { try insert(batch) }
        for batch in changes.links { try link(batch) }
        try checkReferences()
        try checkReferrers()
    }
}

extension CommitBuilder {
    private func require(_ batch: DeleteBatch) throws {
        let table = try layout.table(of: batch.entity)
        let reader = RowReader(table)
        for (key, version) in batch.rows { _ = try current(key, version, in: table, reader) }
    }

    private func delete(_ batch: DeleteBatch) throws {
        let table = try layout.table(of: batch.entity)
        let reader = RowReader(table)
        for (key, version) in batch.rows {
            try interrupt.check()
            guard let position = try current(key, version, in: table, reader) else { continue }
            pending[position].new = nil
        }
    }

    private func update(_ batch: UpdateBatch) throws {
        let table = try layout.table(of: batch.entity)
        let (old, new, writer) = (RowReader(table), RowReader(table), RecordWriter(table))
        for change in batch.rows {
            try interrupt.check()
            guard let position = try current(change.key, change.version, in: table, old) else { continue }
            try writer.begin(version: version, changing: old, but: change.properties)
            try change.source.encode(change.properties, of: batch.entity, into: writer)
            try writer.finish(into: new)
            guard new.key.equals(old.key) else { throw Self.changedKey(table) }
            pending[position].new = HeldRow(table, key: new.key, record: new.record)
            pending[position].properties.formUnion(change.properties)
        }
    }

    /// Finds the row with a key as this save has left it so far, if it has the version asked for, and loads
    /// it; else notes a conflict.
    ///
    /// Returns the row's place among those that this save changes.
    private func current(
        _ key: ObjectKey, _ version: Int64?, in table: TableLayout, _ row: RowReader
    ) throws -> Int? {
        rowKey.removeAll()
        rowKey.append(table.prefix)
        if rowKey.append(key, of: table.keyTypes) {
            if let position = pendingPositions.find(rowKey.bytes) {
                if let present = pending[position].new {
                    try row.load(key: present.key, record: present.record)
                    if version == nil || row.version == version { return position }
                }
            } else if try view.get(rowKey.bytes, into: found) {
                let held = HeldRow(table, key: rowKey.bytes, record: found.bytes)
                try row.load(key: held.key, record: held.record)
                if version == nil || row.version == version {
                    pendingPositions.set(rowKey.bytes, pending.count)
                    let change = PendingRow(
                        table: table.position, old: held, new: held, properties: PropertySet())
                    pending.append(change)
                    return pending.count - 1
                }
            }
        }
        conflicts.append(CommitResult.Conflict(entity: table.name, key: key))
        return nil
    }

    static func changedKey(_ table: TableLayout) -> GranaryError {
        GranaryError(
            .invalidObject, "A primary key cannot change; delete the object and insert a new one.",
            context: .init(entity: table.name, properties: table.propertyNames(table.key)))
    }

    /// The error for values that another row has already.
    static func duplicate(
        _ table: TableLayout, _ columns: [Int], _ constraint: GranaryError.Constraint
    ) -> GranaryError {
        let names = table.propertyNames(columns)
        let what = constraint == .primaryKey ? "primary key" : "values"
        return GranaryError(
            .constraint,
            "There is already another \(table.name) with the same \(what) (\(names.joined(separator: ", "))).",
            context: .init(entity: table.name, properties: names, constraint: constraint))
    }
}
