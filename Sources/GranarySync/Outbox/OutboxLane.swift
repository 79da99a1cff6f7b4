/// A lane of an outbox: writes in one lane do not wait for those in another, unless they are about the same objects.
///
/// A model names its lane in ``Synced``. Models with different sources are in different lanes, even if these have the
/// same name.
public struct OutboxLane: Sendable, Hashable {
    /// The name; that of models which name none is empty.
    public let name: String
    /// How many batches are on their way at one time.
    public let width: Int

    /// Describes a lane; a model may also name one that is not described, which has the width one.
    ///
    /// - Parameters:
    ///   - name: the name, as the models of the lane give it.
    ///   - width: how many batches are on their way at one time; at least one.
    public init(_ name: String = "", width: Int) {
        self.name = name
        self.width = max(width, 1)
    }
}
