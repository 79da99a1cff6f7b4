public import FoundationEssentials
import Granary

/// A server, as repositories see it: the one protocol to write for a transport of one's own.
///
/// Its functions are called from any task, several times at once, and end early when their task is cancelled; a
/// caller that waits for one that does not leaves it all the same. An error that they throw means that nobody knows
/// what the server did. One with the code ``GranaryError/Code/unavailable`` says that there is no connection.
public protocol RemoteSource: Sendable {
    /// Asks the server for the rows of a query.
    ///
    /// It may serve more rows than were asked for, of other synced models too: all of them are stored, and the query
    /// is answered by the store. A whole answer to a request by keys (``RemoteRequest/keys``) has each of these objects
    /// that the server has: the others are deleted here.
    ///
    /// - Throws: ``GranaryError/Code/unsupported`` for what the server cannot be asked; ``GranaryError/Code/unavailable``
    ///   without a connection; ``RemoteFailure`` with the status 404 or 410 where the server does not have the one object
    ///   that was asked for by its key; the server's error.
    func fetch(_ request: RemoteRequest) async throws -> RemotePayload

    /// Asks the server for one page of what has changed, also by others, since a checkpoint; from the beginning without
    /// one. Throws ``GranaryError/Code/unsupported`` unless the source says otherwise.
    ///
    /// - Throws: as ``fetch(_:)``.
    func changes(since checkpoint: Data?) async throws -> RemoteChanges

    /// The largest number of writes of a batch; one unless the source says otherwise.
    ///
    /// The writes of a batch do not build on one another, unless the source takes whole saves.
    var mostWritesPerBatch: Int { get }

    /// Whether the writes of a batch are those of one save, in their order, so that a server can carry them out together;
    /// no unless the source says otherwise.
    ///
    /// A save with more writes than ``mostWritesPerBatch`` is split. A write that cannot leave, because it is held or
    /// refused, or builds on one that is, follows later.
    var takesWholeSaves: Bool { get }

    /// Sends writes, and returns what became of each, in their order.
    ///
    /// A server has to keep the identifier of each write in the transaction that carries it out, and to answer a
    /// repeated one without carrying it out again. Writes without an outcome have not arrived, and are sent again.
    ///
    /// - Throws: any error if the writes may not have arrived; they are sent again.
    func send(_ batch: RemoteBatch) async throws -> [RemoteOutcome]

    /// Gets other credentials, because the server has not accepted those of the last request; the request is repeated
    /// once. Does nothing unless the source says otherwise.
    ///
    /// Credentials are added when a request is sent, and are in no write.
    ///
    /// - Throws: any error if there are none.
    func renewCredentials() async throws
}

extension RemoteSource {
    /// One write in each batch.
    public var mostWritesPerBatch: Int { 1 }

    /// Writes of any saves.
    public var takesWholeSaves: Bool { false }

    /// Cannot say what has changed.
    public func changes(since checkpoint: Data?) async throws -> RemoteChanges {
        throw GranaryError(
            .unsupported,
            "This source cannot say what has changed at its server; refresh by queries, or write `changes(since:)` in the source."
        )
    }

    /// Does nothing.
    public func renewCredentials() async throws {}
}
