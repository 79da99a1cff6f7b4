import FoundationEssentials

/// A small library as plain values, to check the predicate promises against.
///
/// Expectations are Swift closures over these rows; nothing of the framework takes part in them.
enum Library {
    struct AuthorRow: Sendable {
        var id: Int
        var name: String
        var country: String?
        var born: Date?
        var rank: Int?

        var books: [BookRow] { Library.books.filter { $0.authorID == id } }
    }

    struct PublisherRow: Sendable {
        var code: String
        var name: String?
        var ownerCode: String?

        var owner: PublisherRow? { Library.publishers.first { $0.code == ownerCode } }
        var imprints: [PublisherRow] { Library.publishers.filter { $0.ownerCode == code } }
        var books: [BookRow] { Library.books.filter { $0.publisherCode == code } }
    }

    struct ChapterRow: Sendable {
        var heading: String
        var words: Int?
        var footnotes = 0
    }

    struct BookRow: Sendable {
        var id: Int
        var title: String
        var subtitle: String?
        var pages: Int?
        var reprints: Int?
        var price: Decimal?
        var rating: Double?
        var published: Date?
        var isPrinted = false
        var authorID: Int?
        var publisherCode: String?
        var words: [String] = []
        var chapters: [ChapterRow] = []
        var loans = 0
        var shelf: String?

        var author: AuthorRow? { Library.authors.first { $0.id == authorID } }
        var publisher: PublisherRow? { Library.publishers.first { $0.code == publisherCode } }
        var tags: [TagRow] { Library.tags.filter { words.contains($0.word) } }
    }

    struct TagRow: Sendable {
        var word: String
        var weight: Int?

        var books: [BookRow] { Library.books.filter { $0.words.contains(word) } }
    }

    /// The books with the most pages first; `nil` is last, and ties go by the larger key.
    static let longestFirst = books.sorted { ($0.pages ?? .min, $0.id) > ($1.pages ?? .min, $1.id) }
}
