internal import GranaryStore

/// The whole content of a store at one point in time, as a value.
struct StoreState: Sendable {
    /// The number of the last save.
    var version: Int64 = 0
    /// The rows of each table.
    var tables: [TableState]

    /// Makes an empty store.
    init(_ layout: StoreLayout) { tables = layout.tables.map(TableState.init) }
}
