/// A store that tells when somebody else has saved in it: another process, or another stack of this one.
///
/// The core watches a store whose configuration asks for it (``StoreConfiguration/followsOthers``) and whose capabilities
/// contain ``Capabilities/foreignSaves``.
public protocol WatchedStore: Store {
    /// Begins to tell what others save; is called once, right after the opening.
    ///
    /// A save of others is told after it can be read. The store's own saves are not told. Watching goes on, also after a failure
    /// that may pass, until ``Store/close()``, after which nothing is told any more.
    ///
    /// - Throws: what keeps the store from being watched; it can be used all the same.
    func watch(_ watcher: any StoreWatcher) throws
}

/// Is told what others save in a store; may be called on any thread, and does not block.
public protocol StoreWatcher: Sendable {
    /// Others have saved.
    ///
    /// - Parameter tables: The stored names of the models that may have changed, with both sides of changed pairs; `nil` if any
    ///   may have. Several saves may be told together.
    func othersHaveSaved(in tables: Set<String>?)

    /// The store cannot be watched for now, so saves of others are told late.
    func watchingFailed(_ error: GranaryError)
}
