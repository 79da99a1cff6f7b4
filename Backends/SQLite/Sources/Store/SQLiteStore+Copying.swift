public import GranaryStore

extension SQLiteStore: CopyingBackend {
    /// Copies the file, with the content of its log, into another one next to it.
    public static func copy(
        _ configuration: StoreConfiguration, as purpose: StoreCopy.Purpose
    ) throws -> StoreCopy? {
        try StoreCopying(configuration).copy(as: purpose)
    }

    /// Writes the content of a copy into the store's file, in one transaction.
    public static func replace(_ configuration: StoreConfiguration, with copy: StoreCopy) throws {
        try StoreCopying(configuration).replace(with: copy)
    }

    /// The files next to the store's that have its name with a time behind it.
    public static func copies(of configuration: StoreConfiguration) throws -> [StoreConfiguration] {
        try StoreCopying(configuration).copies()
    }
}
