/// A hook for the saves of all models; a schema carries it, so that every context of its stacks calls it.
///
/// `SaveHook` is the implementation that Granary provides.
public protocol SchemaHook: Sendable {}

extension Schema {
    /// The same schema with hooks for the saves of all models, which are called in their order, after those that it has
    /// already.
    public func hooking(_ hooks: [any SchemaHook]) -> Schema { with(hooks: self.hooks + hooks) }
}
