/// What follows the snapshot of a context's stores, because it holds what was read in it.
protocol SnapshotFollower: AnyObject {
    /// Whether others have saved something that was not merged yet.
    var hasNews: Bool { get }
    /// Merges what others saved, where the newest state is read, or the snapshot has not begun.
    ///
    /// - Throws: what a store says.
    func beginReading() throws
    /// Forgets what was only true in the snapshot that ends.
    func snapshotWillEnd()
    /// Merges what others have saved, which the snapshot that has begun holds.
    ///
    /// - Throws: what a store says; it is merged the next time then.
    func mergeChanges() throws
    /// Gives up what was of stores that are gone, now that others are open.
    func storesDidChange(from last: StoreCoordinator)
}
