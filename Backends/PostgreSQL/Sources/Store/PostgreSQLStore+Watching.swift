public import GranaryStore

extension PostgreSQLStore: WatchedStore {
    /// Listens for saves of others, which name the models they have changed.
    ///
    /// Listening takes a thread and a connection beside those for sessions. When the connection is lost, it is opened
    /// again, and whatever may have been saved meanwhile counts as changed.
    ///
    /// - Throws: what connecting throws.
    public func watch(_ watcher: any StoreWatcher) throws { try listening?.start(watcher) }
}
