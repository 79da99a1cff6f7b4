internal import GranaryStore

/// An index: an order of a table's rows besides that by the primary key.
struct IndexLayout: Sendable {
    /// The columns that are indexed; of an index of folded texts, the cell that holds them.
    let columns: [Int]
    /// The order by those columns and then the primary key.
    let order: RowOrder
    /// Whether two rows may not have the same values, unless one of them is null.
    let isUnique: Bool
    /// Whether it is an index of folded texts.
    let isFolded: Bool

    init(columns: [Int], key: [Int], isUnique: Bool, isFolded: Bool = false, of all: [Column]) {
        self.columns = columns
        self.isUnique = isUnique
        self.isFolded = isFolded
        order = RowOrder(
            columns: columns + key.filter { !columns.contains($0) }, leading: columns.count, of: all)
    }
}
