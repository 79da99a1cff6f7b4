public import GranaryStore

extension SQLiteStore: CopyingBackend {
    /// Copies the file, with what its log holds, into another one beside it.
    public static func copy(
        _ configuration: StoreConfiguration, as purpose: StoreCopy.Purpose
    ) throws -> StoreCopy? {
        try StoreCopying(configuration).copy(as: purpose)
    }

    /// Writes what a copy holds into the store's file, in one transaction.
    public static func replace(_ configuration: StoreConfiguration, with copy: StoreCopy) throws {
        try StoreCopying(configuration).replace(with: copy)
    }

    /// The files beside the store's that have its name with a time behind it.
    public static func copies(of configuration: StoreConfiguration) throws -> [StoreConfiguration] {
        try StoreCopying(configuration).copies()
    }
}
