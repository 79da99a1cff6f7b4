internal import Synchronization

/// Says whether the stores of a stack still belong to the owner of the stack; others may have erased them, or given
/// them away.
final class StoreOwnership: Sendable {
    private struct Question: Sendable {
        let endsWithStores: Bool
        let holds: @Sendable () throws -> Bool
    }

    private let question = Mutex<Question?>(nil)

    /// Asks a closure from now on.
    func require(endingWithStores: Bool, _ holds: @escaping @Sendable () throws -> Bool) {
        question.withLock { $0 = Question(endsWithStores: endingWithStores, holds: holds) }
    }

    /// Whether stores that belong to somebody else are erased.
    var endsWithStores: Bool { question.withLock { $0?.endsWithStores ?? false } }

    /// Whether they do belong to the owner of the stack; always true for one that nobody asks about.
    ///
    /// - Throws: errors of the closure.
    func holds() throws -> Bool {
        // Outside of the lock, since the closure reads another store.
        let question = question.withLock { $0 }
        return try question?.holds() ?? true
    }
}
