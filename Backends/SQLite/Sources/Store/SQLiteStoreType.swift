public import GranaryStore

extension StoreType {
    /// A database file of SQLite, by the product `GranarySQLite`.
    public static let sqlite = StoreType("sqlite")
}
