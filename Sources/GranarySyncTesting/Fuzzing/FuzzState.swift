import FoundationEssentials
import Granary
import GranarySync

/// What the server of random programs holds.
struct FuzzState: Sendable {
    /// A post, as the server holds it.
    struct Row: Sendable, Equatable {
        var title = ""
        var likes: Int64 = 0
        var author: UUID?

        /// The row as a value.
        func snapshot(_ id: UUID) -> Post.Snapshot {
            var post = Post(id: id, title, likes: Int(likes)).snapshot
            post.author = author
            return post
        }
    }

    /// A post and one of its readers.
    struct Reader: Sendable, Hashable {
        let post: UUID
        let author: UUID
    }

    /// A write that has arrived.
    struct Arrived: Sendable {
        let write: RemoteWrite
        let outcome: RemoteOutcome
        let refusals: Int
    }

    /// What a client of whose writes none was refused does not send.
    enum Surprise: Sendable {
        /// A write of a post that the server does not carry out because it holds something else.
        case contradicted(client: Int, post: UUID)
        /// A reference to an author whom the server does not have.
        case unknownAuthor(client: Int)
    }

    /// How many changes a page has at most.
    private static let page = 2

    private(set) var posts: [UUID: Row] = [:]
    private(set) var authors: Set<UUID> = []
    private(set) var readers: Set<Reader> = []
    /// The writes that have arrived.
    var arrived: [UUID: Arrived] = [:]
    /// The titles that writes have brought.
    var titles: Set<String> = []
    /// How often writes of a client were not carried out.
    var refusals = [0, 0]
    /// The posts that writes of each client have changed since that was asked for last.
    var written: [Set<UUID>] = [[], []]
    var surprises: [Surprise] = []
    /// What no client may send.
    var faults: [String] = []
    /// When a post or an author was changed last, as the number of the change.
    private var changed: [UUID: Int] = [:]
    private var moment = 0

    private mutating func note(_ id: UUID) {
        moment += 1
        changed[id] = moment
    }

    /// Holds a post, or none any more.
    mutating func set(_ id: UUID, _ row: Row?) {
        posts[id] = row
        if row == nil { readers = readers.filter { $0.post != id } }
        note(id)
    }

    /// Holds an author.
    mutating func add(author id: UUID) {
        authors.insert(id)
        note(id)
    }

    /// Holds a pair of a post and an author that are there, or no longer.
    mutating func set(_ reader: Reader, _ isThere: Bool) {
        if !isThere {
            readers.remove(reader)
        } else if posts[reader.post] != nil, authors.contains(reader.author) {
            readers.insert(reader)
        }
    }

    /// The rows of some posts and authors.
    func rows(_ isAsked: (_ model: String, UUID) -> Bool) -> RemotePayload {
        var payload = RemotePayload(
            authors.filter { isAsked("Author", $0) }.map { Author(id: $0, "author").snapshot })
        payload.add(posts.filter { isAsked("Post", $0.key) }.map { $1.snapshot($0) })
        return payload
    }

    /// One page of what has changed since a checkpoint, as it is now.
    func changes(since checkpoint: Data?) -> RemoteChanges {
        let last = checkpoint.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
        let later = changed.filter { $0.value > last }.sorted { $0.value < $1.value }
        let page = later.prefix(Self.page)
        let ids = Set(page.map(\.key))
        var changes = RemoteChanges(
            rows { ids.contains($1) }, checkpoint: Data("\(page.last?.value ?? last)".utf8),
            hasMore: later.count > page.count)
        let gone = ids.filter { posts[$0] == nil && !authors.contains($0) }
        changes.delete(gone.map { ObjectID<Post>($0) })
        return changes
    }
}
