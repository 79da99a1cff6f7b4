import FoundationEssentials
import Granary
import Synchronization

/// What the bookkeeping of the store knows of answers about objects by their identities, so that a cache can say it.
final class ServedNotes: Sendable {
    /// Objects of a model by their identities, in an order.
    private struct Request: RecentKey {
        let model: Int
        let keys: [KeyBits]

        var mixed: UInt64 { UInt64(truncatingIfNeeded: hashValue) }
    }

    private struct Note: SizedValue {
        let servedAt: Date?
        let metadata: [String: String]
        let start: Start
        let bytes: Int

        init(_ state: AnswerState, _ start: Start, of keys: [KeyBits]) {
            servedAt = state.servedAt
            metadata = state.metadata
            self.start = start
            let texts = metadata.reduce(0) { $0 + 100 + $1.key.utf8.count + $1.value.utf8.count }
            bytes = 200 + keys.count * MemoryLayout<KeyBits>.stride + texts
        }
    }

    /// The bookkeeping of a request, before the store is read.
    struct Start: Sendable {
        /// The digest of the request, as a key.
        fileprivate let digest: KeyBits
        fileprivate let version: CachedVersion
    }

    /// Of the requests that were made last, this many are kept, and no more bytes: each has all its keys.
    private static let most = CacheSize(rows: 1_000, bytes: 1_000_000)

    private let versions = CachedVersions()
    private let notes = Mutex(RecentList<Request, Note>())

    /// How much is kept.
    var size: CacheSize { notes.withLock { $0.size } }

    /// Takes the version of what is known of a request, before the store is read.
    func start(_ digest: String) -> Start {
        let key = KeyBits(hashing: digest)
        return Start(digest: key, version: versions.version(of: key))
    }

    /// Keeps what the store has said of a request.
    func keep(_ state: AnswerState, of keys: [KeyBits], model: Int, _ start: Start) {
        let (request, note) = (Request(model: model, keys: keys), Note(state, start, of: keys))
        notes.withLock { notes in
            notes.remove(request)
            // It would drop all others, and then itself.
            if note.bytes > Self.most.bytes { return }
            notes.add(note, request)
            notes.shrink(to: Self.most)
        }
    }

    /// The state of the answer to a request all of whose objects are here; `nil` if it may have changed.
    func state(of keys: [KeyBits], model: Int) -> AnswerState? {
        let note = notes.withLock { $0.use(Request(model: model, keys: keys)) }
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
        notes.withLock { $0.shrink(to: .zero) }
    }
}
