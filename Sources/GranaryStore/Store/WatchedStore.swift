/// A store that reports the saves of others in it: of another process, or of another stack in this one.
///
/// The core watches a store whose configuration asks for it (``StoreConfiguration/followsOthers``) and whose
/// capabilities contain ``Capabilities/foreignSaves``.
public protocol WatchedStore: Store {
    /// Begins to tell what others save; is called once, right after the opening.
    ///
    /// A save of others is reported after it can be read. The store's own saves are not reported. Watching goes on,
    /// also after a failure that may pass, until ``Store/close()``, after which nothing is reported any more.
    ///
    /// - Throws: what keeps the store from being watched; it can be used all the same.
    func watch(_ watcher: any StoreWatcher) throws
}
