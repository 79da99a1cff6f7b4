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
    /// Closes the store once every session has ended; safe to call twice.
    func close() throws
}

extension Store {
    /// False, since it is not known.
    public var isNew: Bool { false }
}
