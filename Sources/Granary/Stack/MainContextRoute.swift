/// Where the context of the main actor reads from and saves to.
public struct MainContextRoute: Sendable {
    /// What the context reads from and saves to.
    public enum Base: Sendable, Hashable {
        /// The stores.
        case stores
        /// A context of its own, which reads from the stores and saves to them with each save.
        case root
    }

    /// What the context reads from and saves to.
    public var base: Base
    /// Whether each fetch sees the newest state, instead of one snapshot until the next save or refresh.
    public var readsNewest: Bool
    /// Whether loaded objects follow what others save.
    public var followsOthers: Bool
    /// How the context behaves.
    public var options: ContextOptions
}
