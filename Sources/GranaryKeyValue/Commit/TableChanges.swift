internal import GranaryStore

/// The changes of one table in a save so far, and data that the save needs repeatedly.
///
/// Used by one thread at a time.
final class TableChanges {
    let table: TableLayout
    /// The keys of inserted rows and pairs; removed pairs have the number ``CommitBuilder/gone``.
    let inserted = ByteTable()
    /// The positions of deleted, changed and checked rows among the pending ones, by key.
    let positions = ByteTable()
    /// The old row.
    let old: RowReader
    /// The new row.
    let new: RowReader
    let writer: RecordWriter
    /// The changes of each index.
    let indexes: [IndexChanges]
    /// The key prefix of the target table of each reference.
    let targets: [[UInt8]]
    /// For each reference, the properties that change the entry by which referring rows are found.
    let referring: [PropertySet]
    /// Whether removed rows have to be remembered, because rows that they refer to are deleted.
    let watchesRemoval: Bool

    /// Starts without changes; `deleted` are the tables with deletions in this save.
    init(_ table: TableLayout, of layout: StoreLayout, deletedFrom deleted: Set<Int>) {
        self.table = table
        old = RowReader(table)
        new = RowReader(table)
        writer = RecordWriter(table)
        targets = table.references.map { layout.tables[$0.target].prefix }
        let orders = table.references.map { reference in
            deleted.contains(reference.target) ? table.order(beginningWith: reference.columns) : nil
        }
        referring = zip(table.references, orders).map { reference, order in
            var properties = reference.properties
            if let order, order > 0 { properties.formUnion(table.indexes[order - 1].properties) }
            return properties
        }
        watchesRemoval = orders.contains(0)
        indexes = table.indexes.enumerated().map { position, index in
            IndexChanges(index, watchesRemoval: index.isUnique || orders.contains(position + 1))
        }
    }
}
