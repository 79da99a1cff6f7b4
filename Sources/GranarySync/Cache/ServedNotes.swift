import FoundationEssentials
import Granary
import Synchronization

/// What the bookkeeping of the store knows of answers about objects by their identities, so that a cache can say it.
final class ServedNotes: Sendable {
    /// Objects of a model by their identities, in an order.
    private struct Request: Hashable {
        let model: Int
        let keys: [KeyBits]
    }

    private struct Note {
        let servedAt: Date?
        let metadata: [String: String]
        let start: Start
    }

    /// The bookkeeping of a request, before the store is read.
    struct Start: Sendable {
        /// The digest of the request, as a key.
        fileprivate let digest: KeyBits
        fileprivate let version: CachedVersion
    }

    /// Of calls that nobody repeats, this many are kept.
    private static let most = 1_000

    private let versions = CachedVersions()
    private let notes = Mutex<[Request: Note]>([:])

    /// Takes the version of what is known of a request, before the store is read.
    func start(_ digest: String) -> Start {
        let key = KeyBits(hashing: digest)
        return Start(digest: key, version: versions.version(of: key))
    }

    /// Keeps what the store has said of a request.
    func keep(_ state: AnswerState, of keys: [KeyBits], model: Int, _ start: Start) {
        let note = Note(servedAt: state.servedAt, metadata: state.metadata, start: start)
        notes.withLock { notes in
            if notes.count >= Self.most { notes.removeAll() }
            notes[Request(model: model, keys: keys)] = note
        }
    }

    /// The state of the answer to a request all of whose objects are here; `nil` if it may have changed.
    func state(of keys: [KeyBits], model: Int) -> AnswerState? {
        let note = notes.withLock { $0[Request(model: model, keys: keys)] }
        guard let note, note.start.version == versions.version(of: note.start.digest) else { return nil }
        var state = AnswerState()
        state.servedAt = note.servedAt
        state.metadata = note.metadata
        return state
    }

    /// Notes that what is known of a request has changed.
    func change(_ digest: String) { versions.change(KeyBits(hashing: digest)) }

    /// Notes that anything may have changed.
    func changeAll() {
        versions.changeAll()
        notes.withLock { $0.removeAll() }
    }
}
