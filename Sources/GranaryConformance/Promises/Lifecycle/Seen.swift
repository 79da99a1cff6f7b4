import Synchronization

/// The texts that closures on other threads have noted.
final class Seen: Sendable {
    private let texts = Mutex<[String]>([])

    /// Takes note of a text.
    func note(_ text: String) { texts.withLock { $0.append(text) } }

    /// The texts, in the order in which they were noted.
    var all: [String] { texts.withLock { $0 } }
}
