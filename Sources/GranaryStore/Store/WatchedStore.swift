/// A store that reports the saves of others in it: of another process, or of another stack in this one.
///
/// The core watches a store whose configuration asks for it (``StoreConfiguration/followsOthers``) and whose
/// capabilities contain ``Capabilities/foreignSaves``.
public protocol WatchedStore: Store {
    /// Begins to report the saves of others; is called once, right after the opening.
    ///
    /// A save of others is reported after it can be read. The store's own saves are not reported. Watching continues,
    /// even after a temporary failure, until ``Store/close()``; nothing is reported after that.
    ///
    /// - Throws: the error that keeps the store from being watched; it can still be used.
    func watch(_ watcher: any StoreWatcher) throws
}
