public import Granary
public import GranarySync

/// What the promises of sources need to know of a source, its server and a model.
///
/// The server is one for tests: the promises put rows there, and look at what it holds.
public struct RemoteSourceHarness<M: Model>: Sendable {
    /// The source.
    public var source: any RemoteSource
    /// Makes a started stack on new stores, whose schema syncs the model with writes to the server.
    public var makeStack: @Sendable () async throws -> PersistentStack
    /// Makes the values of a new object; those of different numbers differ.
    public var makeRow: @Sendable (Int) -> M.Snapshot
    /// Changes a property that the server gets.
    public var change: @Sendable (inout M.Snapshot) -> Void
    /// Puts a row at the server, as others would.
    public var put: @Sendable (M.Snapshot) async throws -> Void
    /// Deletes a row at the server, as others would.
    public var remove: @Sendable (ObjectID<M>) async throws -> Void
    /// The row that the server holds.
    public var held: @Sendable (ObjectID<M>) async throws -> M.Snapshot?
    /// Takes the connection to the server away, or gives it back; `nil` for a source whose tests cannot do that.
    public var setConnected: (@Sendable (Bool) async throws -> Void)?
    /// How long a promise may take before it counts as broken.
    public var deadline: Duration = .seconds(60)

    /// Makes a harness of a source.
    ///
    /// - Parameters:
    ///   - source: the source.
    ///   - makeStack: makes a started stack on new stores, whose schema syncs the model with writes to the server.
    ///   - makeRow: makes the values of a new object; those of different numbers differ.
    ///   - change: changes a property that the server gets.
    ///   - put: puts a row at the server.
    ///   - remove: deletes a row at the server.
    ///   - held: the row that the server holds.
    ///   - setConnected: takes the connection away, or gives it back.
    public init(
        _ source: any RemoteSource, makeStack: @escaping @Sendable () async throws -> PersistentStack,
        makeRow: @escaping @Sendable (Int) -> M.Snapshot,
        change: @escaping @Sendable (inout M.Snapshot) -> Void,
        put: @escaping @Sendable (M.Snapshot) async throws -> Void,
        remove: @escaping @Sendable (ObjectID<M>) async throws -> Void,
        held: @escaping @Sendable (ObjectID<M>) async throws -> M.Snapshot?,
        setConnected: (@Sendable (Bool) async throws -> Void)? = nil
    ) {
        self.source = source
        self.makeStack = makeStack
        self.makeRow = makeRow
        self.change = change
        self.put = put
        self.remove = remove
        self.held = held
        self.setConnected = setConnected
    }
}
