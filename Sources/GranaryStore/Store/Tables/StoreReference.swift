/// Columns that hold the key of a row of the same store.
package protocol StoreReference: Sendable {
    /// The name of the relationship; for pairs, of the link table.
    var name: String { get }
    /// The columns.
    var columns: [Int] { get }
    /// The position of the table the key belongs to.
    var target: Int { get }
}
