/// The start or the end of an action, as `PersistentStack.actionEvents` reports it.
public struct ActionEvent: Sendable {
    /// A kind of event.
    public enum Kind: Sendable {
        /// The closure begins.
        case started
        /// The action is over; one that never began has no start event.
        case finished(ActionOutcome)
    }

    /// The number of the event among those of its stack, from 1; a gap shows how many a slow reader has missed.
    public let number: Int
    /// The number of the action (``Action/number``).
    public let action: Int
    /// The name that the action was given; empty without one.
    public let name: String
    /// The queue of the action.
    public let queue: ActionQueue
    /// The kind of the event.
    public let kind: Kind
    /// The action's statistics at the time of the event.
    public let statistics: ActionStatistics
}

extension ActionEvent: CustomStringConvertible {
    /// The action and the event, in one line without stored values.
    public var description: String {
        let title = name.isEmpty ? "\(action)" : "\(action) “\(name)”"
        return switch kind {
        case .started: "\(queue): action \(title) started"
        case .finished(let outcome): "\(queue): action \(title) \(outcome)"
        }
    }
}
