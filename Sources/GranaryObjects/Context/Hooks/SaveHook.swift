/// A hook for the saves of all models: for audits, soft deletion, tenants.
///
/// ```swift
/// let audit = SaveHook("audit") { save in
///     for object in save.changes.updated {
///         let names = save.changes.properties(of: object).joined(separator: ", ")
///         try save.context.insert(Remark(text: "\(save.date), \(save.author ?? "nobody"): \(names)"))
///     }
/// }
/// let stack = try await PersistentStack.open(schema.hooking([audit]), backends: [.sqlite])
/// ```
///
/// It is called in every save of a context into the stores, before anything is written, on the context's thread or
/// actor; what it changes is written by the same save. The hooks of the models have been called then, and are called
/// again for what it changes. A child's save into its parent does not call it, nor do batches, and nothing is called for
/// a save without changes.
///
/// A hook gets all changes of the save. If others change or insert objects after its call, a model's hook or the
/// settling of a conflict, it is called again, and again gets all changes: what it has inserted has left the context
/// before, so that nothing is inserted twice. What it has changed itself causes no call. So it should set properties only
/// to what depends on the objects and on the date and the author of the save. A hook sees what the hooks before it have
/// inserted, not what those after it have.
///
/// If the save fails, what the hook has inserted leaves the context, and its changes of other objects stay until they
/// are corrected or rolled back. No step of the undo history has its insertions.
public struct SaveHook: SchemaHook {
    /// The name that errors give the hook.
    public let name: String
    let body: @Sendable (StoreSave) throws -> Void

    /// Makes a hook from a closure, which can refuse the save by throwing any error: nothing is written then.
    public init(_ name: String, _ body: @escaping @Sendable (StoreSave) throws -> Void) {
        self.name = name
        self.body = body
    }
}

extension Schema {
    /// The same schema with hooks for the saves of all models, which are called in their order, after those that it has
    /// already.
    public func hooking(_ hooks: [SaveHook]) -> Schema { with(hooks: self.hooks + hooks) }
}
