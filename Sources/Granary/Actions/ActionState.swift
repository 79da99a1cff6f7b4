/// A stage in the life of an action.
public enum ActionState: String, Sendable, Hashable, Codable {
    /// Its closure has not begun: it waits for actions before it, for a thread, or until the stack is resumed.
    case waiting
    /// Its closure has begun.
    case running
    /// It is over, and has an ``ActionOutcome``.
    case finished
}
