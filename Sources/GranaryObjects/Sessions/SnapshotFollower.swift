/// An object that updates itself with a context's snapshot, because it holds data read in it.
protocol SnapshotFollower: AnyObject {
    /// Whether others have saved changes that are not merged yet.
    var hasNews: Bool { get }
    /// Merges the saves of others if the context reads the newest state, or its snapshot has not begun.
    ///
    /// - Throws: errors of the stores.
    func beginReading() throws
    /// Forgets facts that hold only in the snapshot that ends.
    func snapshotWillEnd()
    /// Merges the saves of others that the new snapshot includes.
    ///
    /// - Throws: errors of the stores; the next call then merges the same saves.
    func mergeChanges() throws
    /// Detaches the objects of stores that are no longer open.
    func storesDidChange(from last: StoreCoordinator)
}
