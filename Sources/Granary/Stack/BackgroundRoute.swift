/// The place that units of work read from and save to.
public struct BackgroundRoute: Sendable {
    /// The places that units of work can read from and save to.
    public enum Base: Sendable, Hashable {
        /// The stores, on threads that may block.
        case stores
        /// The main actor's context: they see its unsaved changes and save through it; they run on the main actor and
        /// block it.
        case mainContext
    }

    /// The place that units of work read from and save to.
    public var base: Base
    /// The options of a unit of work that names none.
    public var options: ContextOptions
}
