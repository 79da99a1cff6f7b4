internal import GranaryStore

/// The rows of one table, in each of its orders.
struct TableState: Sendable {
    /// By the primary key, then by each index.
    var orders: [RowTree]
    /// The rows by primary key, for many look-ups of single rows.
    var keys = KeyIndex()

    /// Makes an empty table.
    init(_ layout: TableLayout) { orders = layout.orders.map { RowTree($0) } }

    /// The rows by primary key.
    var rows: RowTree { orders[0] }
}
