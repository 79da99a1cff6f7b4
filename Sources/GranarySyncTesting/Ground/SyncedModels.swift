import FoundationEssentials
import Granary
import GranarySync

@Model final class Author {
    var id: UUID
    var name: String
    @Relationship(inverse: \Post.author, onDelete: .cascade) var posts: ToMany<Post>
    @Relationship(inverse: \Post.readers) var read: ToMany<Post>

    init(id: UUID = UUID(), _ name: String) {
        self.id = id
        self.name = name
    }
}

@Model final class Post {
    var id: UUID
    var title: String
    @Attribute(.merge(.sum)) var likes: Int
    var note: String
    @Relationship var author: Author?
    @Relationship var readers: ToMany<Author>

    init(id: UUID = UUID(), _ title: String, likes: Int = 0, note: String = "", author: Author? = nil) {
        self.id = id
        self.title = title
        self.likes = likes
        self.note = note
        self.author = author
    }
}

/// A model that is not synced, in the same store.
@Model final class Draft {
    var id: UUID
    var text: String = ""

    init(_ text: String) { self.text = text }
}

/// A model with keys from the store.
@Model final class Ticket {
    var id: Int
    var text: String = ""
}

/// The schema of the promises.
func syncedSchema(
    _ writes: SyncedWrites = .localAndRemote, coalescing: Bool = false, attempts: Int? = nil,
    conflicts: SyncedConflicts = .ask
) throws -> Schema {
    try Schema("Blog", models: [Author.self, Post.self, Draft.self]).syncing {
        Synced(Author.self, writes: writes, coalescing: coalescing)
        Synced(
            Post.self, writes: writes, coalescing: coalescing, attempts: attempts, conflicts: conflicts,
            ignoring: { $0.note })
    }
}
