/// Runs the background saves of one context one after another.
///
/// It belongs to the user of the context.
final class SaveTurns {
    /// Whether a save is running.
    private(set) var isTaken = false
    private var waiting: [UnsafeContinuation<Void, Never>] = []

    /// Waits for the saves before, and then begins.
    nonisolated(nonsending) func take() async {
        await passed()
        isTaken = true
    }

    /// Waits until no save is running.
    nonisolated(nonsending) func passed() async {
        while isTaken {
            await withUnsafeContinuation { waiting.append($0) }
        }
    }

    /// Ends the running save; the waiting saves go on in their order.
    func end() {
        let next = waiting
        (isTaken, waiting) = (false, [])
        for continuation in next { continuation.resume() }
    }
}
