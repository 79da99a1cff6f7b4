import FoundationEssentials
import Granary
import Synchronization

/// A disk that a promise fills and empties: while it is full, every save into the stores on it fails.
final class FullDisk: Sendable {
    private struct State {
        var isFull = false
        var refused = 0
    }

    private static let disks = Mutex<[String: FullDisk]>([:])

    /// The option of a store by which its disk is found.
    static let option = "disk"
    /// The name of the disk.
    let name = UUID().uuidString
    private let state = Mutex(State())

    /// A new disk with room.
    init() { Self.disks.withLock { $0[name] = self } }

    /// Whether there is no room.
    var isFull: Bool { state.withLock { $0.isFull } }
    /// How many saves have failed so far.
    var refused: Int { state.withLock { $0.refused } }

    /// Leaves no room from now on.
    func fill() { state.withLock { $0.isFull = true } }

    /// Makes room.
    func empty() { state.withLock { $0.isFull = false } }

    /// - Throws: ``GranaryError/Code/full``.
    func write() throws {
        let isFull = state.withLock { state in
            if state.isFull { state.refused += 1 }
            return state.isFull
        }
        if isFull { throw GranaryError(.full, "The disk of the promise is full. Make room.") }
    }

    static func disk(_ name: String?) -> FullDisk? {
        name.flatMap { name in disks.withLock { $0[name] } }
    }
}
