public import GranaryStore

extension LevelDBStore: CopyingBackend {
    /// Copies every file of the directory into another one next to it.
    ///
    /// - Throws: `GranaryError.Code.locked` while this or another process has the store open.
    public static func copy(
        _ configuration: StoreConfiguration, as purpose: StoreCopy.Purpose
    ) throws -> StoreCopy? {
        try StoreCopying(configuration).copy(as: purpose)
    }

    /// Gives a copy's directory the name of the store's.
    ///
    /// - Throws: `GranaryError.Code.locked` while this or another process has the store open.
    public static func replace(_ configuration: StoreConfiguration, with copy: StoreCopy) throws {
        try StoreCopying(configuration).replace(with: copy)
    }

    /// The directories next to the store's that have its name with a time behind it.
    public static func copies(of configuration: StoreConfiguration) throws -> [StoreConfiguration] {
        try StoreCopying(configuration).copies()
    }
}
