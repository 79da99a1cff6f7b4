public import GranaryStore

extension PostgreSQLStore: WatchedStore {
    /// Listens for saves of others, which name the models they have changed.
    ///
    /// Listening takes a thread and a connection in addition to those for sessions, for all stores on the server that
    /// share them. When the connection is lost, it is opened again, and all data that may have been saved in between
    /// counts as changed.
    ///
    /// - Throws: any error from connecting.
    public func watch(_ watcher: any StoreWatcher) throws { try listening?.start(watcher) }
}
