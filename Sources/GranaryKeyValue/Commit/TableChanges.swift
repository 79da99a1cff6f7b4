internal import Granary

/// What a save has done to one table so far, and what it needs for that again and again.
///
/// Used by one thread at a time.
final class TableChanges {
    let table: TableLayout
    /// The keys of the rows and pairs that were inserted; of pairs that were removed with the number
    /// ``CommitBuilder/gone``.
    let inserted = ByteTable()
    /// The places of deleted, changed and checked rows among the pending ones, by key.
    let positions = ByteTable()
    /// The row as it was.
    let old: RowReader
    /// The row as it will be.
    let new: RowReader
    let writer: RecordWriter
    /// What happens to each index.
    let indexes: [IndexChanges]
    /// What the keys of the rows begin with that each reference leads to.
    let targets: [[UInt8]]
    /// For each reference the properties with which the entry changes by which the rows that refer are found.
    let referring: [PropertySet]
    /// Whether it has to be known which rows were removed, because rows are deleted that these refer to.
    let watchesRemoval: Bool

    /// Begins with a table of a save that deletes rows of some tables.
    init(_ table: TableLayout, of layout: StoreLayout, deletedFrom deleted: Set<Int>) {
        self.table = table
        (old, new, writer) = (RowReader(table), RowReader(table), RecordWriter(table))
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

/// What a save has done to one index so far.
final class IndexChanges {
    let index: IndexLayout
    /// The entries to remove and to add.
    let removed = EntryList()
    let added = EntryList()
    /// Whether it has to be known what was removed: because values are unique, or because rows are deleted that
    /// these refer to.
    let watchesRemoval: Bool

    init(_ index: IndexLayout, watchesRemoval: Bool) {
        self.index = index
        self.watchesRemoval = watchesRemoval
    }
}
