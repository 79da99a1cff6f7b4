public import GranaryStore

extension StoreType {
    /// A schema of a PostgreSQL database, by the product `GranaryPostgreSQL`.
    public static let postgresql = StoreType("postgresql")
}
