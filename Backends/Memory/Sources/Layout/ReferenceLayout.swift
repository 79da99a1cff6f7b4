internal import GranaryStore

/// Columns that hold the key of a row of this store.
struct ReferenceLayout: StoreReference {
    /// The name of the relationship; for pairs, of the half.
    let name: String
    /// The columns.
    let columns: [Int]
    /// The position of the table the key belongs to.
    let target: Int
}
