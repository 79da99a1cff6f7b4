public import GranaryStore

extension SQLiteStore: WatchedStore {
    /// Watches the files of the store for saves of others; the models they changed are not known.
    ///
    /// Watching takes a thread and a connection, and each save of any program costs a read of one row. Writes of other
    /// programs that do not count a save in `granary_store.version` are not noticed. A file that is removed, moved or
    /// replaced is a failure that is reported to the watcher once.
    ///
    /// - Throws: ``GranaryError`` when the system has no more watches.
    public func watch(_ watcher: any StoreWatcher) throws {
        guard let watching else { return }
        try watching.start(file, StoreLook(openConnection()), place, watcher)
    }
}
