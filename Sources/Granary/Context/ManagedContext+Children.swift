extension ManagedContext {
    /// Makes a context that reads from this one, with its unsaved changes, and saves to it.
    public func makeChild(_ options: ContextOptions = .child) -> any Context {
        ManagedContext(coordinator: coordinator, options: options, parent: self)
    }
}
