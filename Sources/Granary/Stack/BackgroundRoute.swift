/// Where units of work read from and save to.
public struct BackgroundRoute: Sendable {
    /// What units of work read from and save to.
    public enum Base: Sendable, Hashable {
        /// The stores, on threads that may block.
        case stores
        /// The context of the main actor, whose unsaved changes they see and with which they save; they run on
        /// the main actor and block it.
        case mainContext
    }

    /// What units of work read from and save to.
    public var base: Base
    /// How a unit of work behaves when it names no options of its own.
    public var options: ContextOptions
}
