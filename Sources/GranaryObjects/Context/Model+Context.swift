extension Model {
    /// The context that the object is in; `nil` before insertion, after a saved deletion, and once the context is gone.
    ///
    /// An object does not keep its context alive. Without it, its relationships read as empty, which
    /// `PersistentStack.errors` and the log report.
    public var context: Context? {
        if _objectState.isOutside { return nil }
        return (_objectState.batch?.link.graph?.lookup.loader as? ObjectLoader)?.context
    }
}
