/// An open store of one backend; may be used from any thread.
///
/// A backend implements ``StoreBackend`` (how stores of its type are opened and destroyed), `Store` and
/// ``StoreSession``. All functions block; the core calls them on threads that may block.
public protocol Store: AnyObject, Sendable {
    /// The store's abilities beyond the required minimum.
    var capabilities: Capabilities { get }
    /// The identity of the store: written at creation, read at each opening.
    var identity: StoreIdentity { get }
    /// Whether opening created the store, as opposed to finding it.
    ///
    /// If several stores are attached and one cannot be opened, those just created are removed. A backend without this
    /// property keeps them.
    var isNew: Bool { get }
    /// Makes a session or reuses an idle one; waits while the maximum number is in use.
    func makeSession() throws -> any StoreSession
    /// Looks whether the files that the store has open are still those at its place.
    ///
    /// Somebody may remove, move or replace them while the store is open, and an engine goes on with files that nobody
    /// finds again. The core asks before it makes sessions, though not more often than ten times in a second, and in
    /// health checks. So this takes no longer than a look at a name or two; a save is refused by the session itself, right
    /// before its commit. A store without files does without this function.
    ///
    /// - Throws: an error that says what has happened, at which path, and the remedy: ``GranaryError/Code/io``.
    func requireInPlace() throws
    /// Closes the store once every session has ended; safe to call twice.
    func close() throws
}

extension Store {
    /// False, since it is not known.
    public var isNew: Bool { false }

    /// Does nothing: a store on a server or in memory has no files that could be taken from it.
    public func requireInPlace() throws {}
}
