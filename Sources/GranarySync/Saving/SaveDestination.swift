/// Where a repository saves.
public struct SaveDestination: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case store(SyncedWrites?)
        case remote
    }

    let kind: Kind

    /// As the model is declared.
    public static let declared = SaveDestination(kind: .store(nil))
    /// The store alone; what was written is held, as ``SyncedWrites/local`` says.
    public static let local = SaveDestination(kind: .store(.local))
    /// The store, and from there the server.
    public static let localAndRemote = SaveDestination(kind: .store(.localAndRemote))
    /// The store, as the server's values.
    public static let served = SaveDestination(kind: .store(.served))
    /// The server first, and the store when it has accepted.
    ///
    /// The call waits for the server, and nothing is in the outbox. Without a connection it throws
    /// ``GranaryError/Code/unavailable``, and after any other error of the way nobody knows whether the server has
    /// carried the write out.
    public static let remote = SaveDestination(kind: .remote)
}
