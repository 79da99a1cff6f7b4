import FoundationEssentials
import Granary
import Synchronization

/// What the bookkeeping of the store knows of answers about objects by their identities, so that a cache can say it.
final class ServedNotes: Sendable {
    private struct Note {
        let servedAt: Date?
        let metadata: [String: String]
        let version: CachedVersion
    }

    /// Of calls that nobody repeats, this many are kept.
    private static let most = 1_000

    private let versions = CachedVersions()
    private let notes = Mutex<[String: Note]>([:])

    /// The version of what is known of a request.
    func version(of digest: String) -> CachedVersion { versions.version(of: KeyBits(hashing: digest)) }

    /// Keeps what the store has said of a request.
    func keep(_ state: AnswerState, _ digest: String, _ version: CachedVersion) {
        let note = Note(servedAt: state.servedAt, metadata: state.metadata, version: version)
        notes.withLock { notes in
            if notes.count >= Self.most { notes.removeAll() }
            notes[digest] = note
        }
    }

    /// The state of the answer to a request all of whose objects are here; `nil` if it may have changed.
    func state(of digest: String) -> AnswerState? {
        guard let note = notes.withLock({ $0[digest] }), note.version == version(of: digest) else {
            return nil
        }
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
