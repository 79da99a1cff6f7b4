/// The place that the main actor's context reads from and saves to.
public struct MainContextRoute: Sendable {
    /// The places that the context can read from and save to.
    public enum Base: Sendable, Hashable {
        /// The stores.
        case stores
        /// A root context, which reads from the stores and writes each save to them.
        case root
    }

    /// The place that the context reads from and saves to.
    public var base: Base
    /// Whether each fetch reads the newest state, as opposed to one snapshot until the next save or refresh.
    public var readsNewest: Bool
    /// Whether the context merges the saves of others into loaded objects.
    public var followsOthers: Bool
    /// The options of the context.
    public var options: ContextOptions
}
