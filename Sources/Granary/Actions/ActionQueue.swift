/// The queue that an action waits in.
///
/// Actions of one queue begin in the order of their submission.
public struct ActionQueue: Sendable, Hashable {
    /// The entity whose actions the queue holds; `nil` for the general queue.
    public let entity: String?

    /// The queue of actions that concern no entity in particular; ``StackSettings/generalActions`` limits how many run
    /// at the same time.
    public static let general = ActionQueue(entity: nil)

    /// The queue of a model's entity, whose actions run one after the other.
    ///
    /// It only orders actions: they may use any object, and other work may use the entity at the same time.
    public static func entity<M: Model>(_ type: M.Type) -> ActionQueue {
        ActionQueue(entity: M.modelDescription.name)
    }
}

extension ActionQueue: CustomStringConvertible {
    /// The name of the entity, or `general`.
    public var description: String { entity ?? "general" }
}
