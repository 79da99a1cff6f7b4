public import Granary

/// Where the writes of a synced model go.
public struct SyncedWrites: Sendable, Hashable {
    enum Destination: Sendable, Hashable { case local, localAndRemote, served }

    let destination: Destination

    /// Into the store alone.
    ///
    /// What was written is held: refreshing does not overwrite it, and nothing is sent until it is released.
    public static let local = SyncedWrites(destination: .local)
    /// Into the store, and from there to the server.
    public static let localAndRemote = SyncedWrites(destination: .localAndRemote)
    /// Into the store, as the server's values: for an importer that gets its rows from the server.
    ///
    /// Nothing is sent, and refreshing overwrites it.
    public static let served = SyncedWrites(destination: .served)
}

extension ContextOptions {
    /// Where saves of synced models go; `nil` for what their declarations say.
    ///
    /// It counts in contexts that save to the stores; what a child saves goes where its parent's saves go.
    public var writes: SyncedWrites? {
        get { captureChoice as? SyncedWrites }
        set { captureChoice = newValue }
    }
}
