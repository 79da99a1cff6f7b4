/// Writes that are sent together.
public struct RemoteBatch: Sendable, Hashable {
    /// The writes, in the order in which the server has to carry them out.
    public let writes: [RemoteWrite]
}
