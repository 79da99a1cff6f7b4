/// Lets the saves of one context that are under way beside its user follow each other.
///
/// It belongs to the user of the context.
final class SaveTurns {
    /// Whether a save has its turn.
    private(set) var isTaken = false
    private var waiting: [UnsafeContinuation<Void, Never>] = []

    /// Waits for the saves before, and takes the turn.
    nonisolated(nonsending) func take() async {
        await passed()
        isTaken = true
    }

    /// Waits until no save has its turn.
    nonisolated(nonsending) func passed() async {
        while isTaken {
            await withUnsafeContinuation { waiting.append($0) }
        }
    }

    /// Ends the turn; the waiting saves go on in their order.
    func end() {
        let next = waiting
        (isTaken, waiting) = (false, [])
        for continuation in next { continuation.resume() }
    }
}
