/// A server, as repositories see it: the one protocol to write for a transport of one's own.
///
/// Both functions are called from any task, several times at once, and end early when their task is cancelled. An
/// error that they throw means that nobody knows what the server did. One with the code
/// ``GranaryError/Code/unavailable`` says that there is no connection.
public protocol RemoteSource: Sendable {
    /// Asks the server for the rows of a query.
    ///
    /// It may serve more rows than were asked for, of other synced models too: all of them are stored, and the query
    /// is answered by the store.
    ///
    /// - Throws: ``GranaryError/Code/unavailable`` without a connection; the server's error.
    func fetch(_ request: RemoteRequest) async throws -> RemotePayload

    /// The largest number of writes of a batch; one unless the source says otherwise.
    ///
    /// The writes of a batch do not build on one another.
    var mostWritesPerBatch: Int { get }

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

    /// Does nothing.
    public func renewCredentials() async throws {}
}
