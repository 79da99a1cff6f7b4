/// A session of a store whose saves have numbers in the order of their commits.
///
/// It is optional; a backend whose sessions conform claims ``Capabilities/orderedSaves``. Observers of saves then know
/// the saves in a snapshot: every save up to a number, and none with a larger one. So each result of a live query is
/// one that the store had.
public protocol OrderedSession: StoreSession {
    /// The number of the newest save in the snapshot: the largest ``CommitResult/version``, or 0 in a store without
    /// saves.
    ///
    /// It fixes the snapshot, as ``StoreSession/fetch(_:)`` does.
    func newestSave() throws -> Int64
}
