/// Runs the background saves of one context one after another.
///
/// It belongs to the user of the context.
final class SaveQueue {
    /// Whether a save is running.
    private(set) var isSaving = false
    private var waiting: [UnsafeContinuation<Void, Never>] = []

    /// Waits for the saves before, and then begins.
    nonisolated(nonsending) func enter() async {
        await untilEmpty()
        isSaving = true
    }

    /// Waits until no save is running.
    nonisolated(nonsending) func untilEmpty() async {
        while isSaving {
            await withUnsafeContinuation { waiting.append($0) }
        }
    }

    /// Ends the running save; the waiting saves go on in their order.
    func leave() {
        let next = waiting
        (isSaving, waiting) = (false, [])
        for continuation in next { continuation.resume() }
    }
}
