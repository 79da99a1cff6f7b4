/// The answers of a stack's stores, each asked for a row.
public struct StackHealth: Sendable {
    /// The phase of the stack when they were asked.
    public let phase: StackStatus.Phase
    /// The attached stores in the order of attaching.
    public let stores: [StoreHealth]

    /// Whether the stack is started and every attached store answered; while it is suspended, they answer only if reads
    /// are let through.
    ///
    /// The stores of a stack that rests are not asked. It is healthy, unless one of them could not be opened by the last
    /// attempt.
    public var isHealthy: Bool {
        (phase == .started || phase == .suspended || phase == .resting) && stores.allSatisfy(\.isHealthy)
    }
}

extension StackHealth: CustomStringConvertible {
    /// The phase, and a line for each store.
    public var description: String {
        ([phase.rawValue] + stores.map { "  \($0)" }).joined(separator: "\n")
    }
}
