public import Granary

/// Where the objects of a part of a graph come from, and whether they are all there.
public struct GraphPartState: Sendable {
    /// The path from the roots, such as `remarks.author`.
    public let path: String
    /// The name of the model of its objects.
    public let model: String
    /// Whether the server was asked for any of them.
    public let isRemote: Bool
    /// Whether everything is there that the part should have.
    public let isComplete: Bool
    /// Why the server could not be asked, or what it has answered instead of objects.
    public let remoteError: GranaryError?
}

extension GraphPartState {
    /// The same state of a part that has everything.
    var completed: GraphPartState {
        GraphPartState(
            path: path, model: model, isRemote: isRemote, isComplete: true, remoteError: remoteError)
    }
}
