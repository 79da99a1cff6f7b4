/// A store with a limited number of sessions, so that a caller may have to wait for one.
///
/// It is optional: a store without it makes every session at once, or lets even a cancelled task wait until one is
/// free.
public protocol LimitedStore: Store {
    /// Makes a session as ``Store/makeSession()`` does, but stops waiting once the wait is cancelled.
    ///
    /// - Throws: ``SessionWait/error`` once the wait is cancelled.
    func makeSession(_ wait: SessionWait) throws -> any StoreSession
}
