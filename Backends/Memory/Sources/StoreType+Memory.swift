public import Granary

extension StoreType {
    /// A store in memory, which is gone when it is closed.
    public static let memory = StoreType("memory")
}
