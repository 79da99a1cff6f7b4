internal import GranaryStore

/// Carries a change set out on a copy of the store's state, and checks the final state.
///
/// Nothing is visible to others until the store takes the finished state. Used by one thread, which holds the
/// store's commit gate.
///
/// The builder of key-value stores stays apart: it fills a batch of bytes and has to look up the entries it replaces,
/// where this one changes a tree of rows that it can read as it goes.
final class CommitBuilder {
    /// The state with the changes so far.
    private(set) var state: StoreState
    /// Rows that others changed or deleted.
    private(set) var conflicts: [CommitResult.Conflict] = []
    /// The largest integer key inserted into each table.
    private(set) var largestKeys: [Int: Int64] = [:]

    let layout: StoreLayout
    private let limits: KeptLimits
    private let version: Int64
    private let interrupt: InterruptFlag
    /// The written rows whose constraints have to be checked in the end, with the rows they replace.
    private(set) var written: [(table: Int, row: StoredRow, old: StoredRow?)] = []
    /// The changes to the index of keys, for each table; `nil` where no row has changed.
    private var keyChanges: [KeyChanges?]
    /// The rows deleted, by table.
    private(set) var deleted: [(table: Int, row: StoredRow)] = []

    /// Begins on the current state; `version` is the number of this save.
    init(
        _ layout: StoreLayout, _ limits: KeptLimits, _ state: StoreState, version: Int64,
        interrupt: InterruptFlag
    ) {
        self.layout = layout
        self.limits = limits
        self.state = state
        self.version = version
        self.interrupt = interrupt
        keyChanges = Array(repeating: nil, count: state.tables.count)
    }

    /// Carries out everything, unless there are conflicts.
    ///
    /// - Throws: ``GranaryError/Code/constraint`` for a final state that breaks one;
    ///   ``GranaryError/Code/invalidObject`` for a changed key; the errors of the rows;
    ///   ``GranaryError/Code/cancelled``.
    func apply(_ changes: ChangeSet) throws {
        // A state is a value: going back costs nothing, and a failed save is a copy that is dropped.
        let before = state
        do {
            for batch in changes.requirements { try require(batch) }
            for batch in changes.deletes { try delete(batch) }
            for batch in changes.updates { try update(batch) }
        } catch {
            // A failure may only be the consequence of a conflict, even of a later one, and the context must learn of
            // all conflicts.
            state = before
            try findConflicts(changes)
            if conflicts.isEmpty { throw error }
            return
        }
        guard conflicts.isEmpty else { return }
        for batch in changes.inserts { try insert(batch) }
        for batch in changes.links { try link(batch) }
        try checkFinalState()
        if !changes.deletes.isEmpty || !changes.updates.isEmpty || !changes.inserts.isEmpty
            || !changes.links.isEmpty
        {
            state.version = version
        }
        for (table, changes) in keyChanges.enumerated() {
            if let changes { state.tables[table].keys = changes.index }
        }
    }

    /// Throws when the save has been interrupted.
    func checkInterrupt() throws { try interrupt.check() }
}

extension CommitBuilder {
    /// Notes every conflict of the changes, and nothing else.
    private func findConflicts(_ changes: ChangeSet) throws {
        conflicts = []
        for batch in changes.readVersions { try require(batch) }
    }

    private func require(_ batch: DeleteBatch) throws {
        let table = try layout.table(of: batch.entity)
        for (key, version) in batch.rows { _ = current(key, version, in: table) }
    }

    private func delete(_ batch: DeleteBatch) throws {
        let table = try layout.table(of: batch.entity)
        for (key, version) in batch.rows {
            try checkInterrupt()
            guard let row = current(key, version, in: table) else { continue }
            remove(row, from: table)
            deleted.append((table.position, row))
        }
    }

    private func update(_ batch: UpdateBatch) throws {
        let table = try layout.table(of: batch.entity)
        let builder = RowBuilder(table, limits)
        for change in batch.rows {
            try checkInterrupt()
            guard let old = current(change.key, change.version, in: table) else { continue }
            let row = try builder.changeRow(
                old, change.source, change.properties, of: batch.entity, version: version)
            guard row.isSame(as: old, in: table.key) else { throw table.changedKey() }
            replace(old, with: row, in: table)
            written.append((table.position, row, old))
        }
    }

    private func insert(_ batch: InsertBatch) throws {
        let table = try layout.table(of: batch.entity)
        let builder = RowBuilder(table, limits)
        let references = ReferenceCheck(table)
        let hasUniques = table.indexes.contains(where: \.isUnique)
        let recordsKeys = recordsKeys(of: table)
        // Many rows are sorted first and added to each order in one pass; few are cheaper one by one.
        let runs = batch.rows.count < RowRuns.fewRows ? nil : RowRuns(table, rows: batch.rows.count)
        var largest = largestKeys[table.position] ?? 0
        for source in batch.rows {
            try checkInterrupt()
            let row = try builder.makeRow(source, of: batch.entity, version: version)
            let isNew = runs?.add(row, to: &state.tables[table.position]) ?? add(row, to: table)
            guard isNew else { throw table.duplicate(table.key, .primaryKey) }
            if recordsKeys { recordKey(of: row, in: table) }
            // An existing referenced row stays: deletions are done, and insertions delete nothing.
            if hasUniques || !(references.isKnown(for: row) || references.hold(for: row, in: state)) {
                written.append((table.position, row, nil))
            }
            if let column = table.integerKey {
                largest = row.withCell(at: column) { max(largest, $0.integer) }
            }
        }
        guard try runs?.finish(&state.tables[table.position], checkInterrupt) ?? true else {
            throw table.duplicate(table.key, .primaryKey)
        }
        largestKeys[table.position] = largest
    }

    private func link(_ batch: LinkBatch) throws {
        let table = try layout.table(of: batch.table)
        // Removals first, so that a pair in both lists remains.
        for pair in batch.removed {
            if let row = try pairRow(pair, table) { remove(row, from: table) }
        }
        for pair in batch.added {
            try checkInterrupt()
            // An existing pair is no error, since another save may have added it.
            guard let row = try pairRow(pair, table) else { continue }
            try limits.check(row, in: table)
            guard add(row, to: table) else { continue }
            if recordsKeys(of: table) { recordKey(of: row, in: table) }
            written.append((table.position, row, nil))
        }
    }

    /// The row of a pair; throws when its keys are of other kinds than the table's.
    private func pairRow(_ pair: (first: ObjectKey, second: ObjectKey), _ table: TableLayout) throws
        -> StoredRow?
    {
        let values = pair.first.values + pair.second.values
        let fits = zip(values, table.columns).allSatisfy { ExpressionKind(of: $0) == .value($1.type) }
        guard values.count == table.columns.count, fits else {
            throw GranaryError(
                .invalidValue, "A pair of \(table.name) has keys of other kinds than the table.")
        }
        return StoredRow.make(values, version: version)
    }

    /// The row with a key, if it has the version asked for; else notes a conflict.
    private func current(_ key: ObjectKey, _ version: Int64?, in table: TableLayout) -> StoredRow? {
        if let row = state.tables[table.position].orders[0].find(key),
            version == nil || row.version == version
        {
            return row
        }
        conflicts.append(CommitResult.Conflict(entity: table.name, key: key))
        return nil
    }
}

extension CommitBuilder {
    /// Adds a row to every order; false when its primary key is taken.
    private func add(_ row: StoredRow, to table: TableLayout) -> Bool {
        let position = table.position
        if state.tables[position].orders[0].insert(row) != nil { return false }
        for order in 1..<(1 + table.indexes.count) { _ = state.tables[position].orders[order].insert(row) }
        return true
    }

    /// Whether changed keys of a table have to be noted, because many of its rows were looked up.
    private func recordsKeys(of table: TableLayout) -> Bool {
        let position = table.position
        if let changes = keyChanges[position] { return changes.isTracking }
        let changes = KeyChanges(state.tables[position].keys)
        keyChanges[position] = changes
        return changes.isTracking
    }

    /// Records that the row with the key of one changes, comes or goes.
    private func recordKey(of row: StoredRow, in table: TableLayout) {
        keyChanges[table.position]?.insert(row.key(in: table.key))
    }

    private func remove(_ row: StoredRow, from table: TableLayout) {
        if recordsKeys(of: table) { recordKey(of: row, in: table) }
        for order in 0..<(1 + table.indexes.count) { state.tables[table.position].orders[order].remove(row) }
    }

    private func replace(_ old: StoredRow, with row: StoredRow, in table: TableLayout) {
        let position = table.position
        if recordsKeys(of: table) { recordKey(of: row, in: table) }
        _ = state.tables[position].orders[0].replace(row)
        for (index, layout) in table.indexes.enumerated() {
            // An entry whose values did not change keeps its place, so the tree is searched once and not twice.
            if row.isSame(as: old, in: layout.columns) {
                _ = state.tables[position].orders[index + 1].replace(row)
            } else {
                state.tables[position].orders[index + 1].remove(old)
                _ = state.tables[position].orders[index + 1].insert(row)
            }
        }
    }
}
