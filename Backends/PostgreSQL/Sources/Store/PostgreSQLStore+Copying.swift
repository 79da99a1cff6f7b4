public import GranaryStore

extension PostgreSQLStore: CopyingBackend {
    /// Copies the tables into a separate schema in the same database.
    public static func copy(
        _ configuration: StoreConfiguration, as purpose: StoreCopy.Purpose
    ) throws -> StoreCopy? {
        try StoreCopying(configuration).copy(as: purpose)
    }

    /// Moves the tables of a copy into the store's schema, in one transaction.
    public static func replace(_ configuration: StoreConfiguration, with copy: StoreCopy) throws {
        try StoreCopying(configuration).replace(with: copy)
    }

    /// The stores in schemas that have the name of the store's with a time behind it.
    public static func copies(of configuration: StoreConfiguration) throws -> [StoreConfiguration] {
        try StoreCopying(configuration).copies()
    }
}
