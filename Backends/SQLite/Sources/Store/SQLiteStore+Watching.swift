public import GranaryStore

extension SQLiteStore: WatchedStore {
    /// Watches the files of the store for saves of others; which models they changed is not known.
    ///
    /// Watching takes a thread and a connection, and each save of any program a look at one row. What other programs
    /// write without counting a save in `granary_store.version` is not noticed.
    ///
    /// - Throws: ``GranaryError`` when the system has no more watches.
    public func watch(_ watcher: any StoreWatcher) throws {
        guard let watching else { return }
        try watching.start(file, openConnection(), place, watcher)
    }
}
