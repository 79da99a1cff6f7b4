/// The state of a stack and its stores at one point in time.
public struct StackStatus: Sendable {
    /// A stage in the life of a stack.
    public enum Phase: String, Sendable, Hashable, Codable {
        /// No store is open.
        case stopped
        /// The stores are being opened.
        case starting
        /// The stores are open and take work.
        case started
        /// The stores are open, but new work waits, or only reads.
        case suspended
        /// Nobody uses the stack, so its stores are closed, but for those that keep nothing when they are closed; the
        /// next use opens them (``StackSettings/restsAfter``).
        case resting
        /// The stack waits for running work, and closes its stores.
        case stopping
        /// The stack has been closed for good.
        case closed
        /// The stack has been destroyed with its stores, for good.
        case destroyed
    }

    /// The phase of the stack.
    public let phase: Phase
    /// The attached stores in the order of attaching; then stores that were detached, destroyed or could not be
    /// attached, until a configuration of the same name is attached.
    public let stores: [StoreStatus]

    /// Whether the stack takes work of every kind, and no store is known to be out of reach; a stack that rests opens its
    /// stores for work.
    public var isReady: Bool {
        (phase == .started || phase == .resting) && !stores.contains(where: \.isUnreachable)
    }

    /// The status of the store of a configuration; `nil` for a name that was never attached.
    public func store(_ name: String) -> StoreStatus? { stores.first { $0.name == name } }
}

extension StackStatus: CustomStringConvertible {
    /// The phase, and a line for each store.
    public var description: String {
        ([phase.rawValue] + stores.map { "  \($0)" }).joined(separator: "\n")
    }
}
