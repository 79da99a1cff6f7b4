public import GranaryStore

extension StoreType {
    /// A store in memory, which is gone when it is closed.
    public static let memory = StoreType("memory")
}

extension Backend {
    /// Stores in memory.
    public static let memory = Backend(MemoryStore.self)
}
