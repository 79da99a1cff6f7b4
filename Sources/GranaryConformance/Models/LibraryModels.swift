import FoundationEssentials
import Granary

/// An author of books; in another configuration than the books.
@Model final class Author {
    var id: Int
    @Attribute(.indexed) var name: String
    @Attribute(.indexed(.caseInsensitive)) var country: String?
    var born: Date?
    var rank: Int?
    @Relationship(inverse: \Book.author, onDelete: .cascade) var books: ToMany<Book>
}

/// A publisher of books; has a text key, and belongs to another of its kind.
@Model final class Publisher {
    @Attribute(.primaryKey) var code: String
    var name: String?
    @Relationship(inverse: \Book.publisher, onDelete: .nullify) var books: ToMany<Book>
    @Relationship var owner: Publisher?
    @Relationship(inverse: \Publisher.owner, onDelete: .nullify) var imprints: ToMany<Publisher>
}

/// A book, in which all relationships of the library meet.
@Model(indexes: [["title", "pages"]]) final class Book {
    var id: Int
    @Attribute(.indexed(.caseInsensitive)) var title: String
    var subtitle: String?
    @Attribute(.indexed) var pages: Int?
    var reprints: Int?
    var price: Decimal?
    var rating: Double?
    @Attribute(.indexed) var published: Date?
    var isPrinted: Bool = false
    @Relationship var author: Author?
    @Relationship var publisher: Publisher?
    @Relationship(inverse: \Chapter.book, onDelete: .cascade) var chapters: ToMany<Chapter>
    @Relationship(inverse: \Loan.book, onDelete: .deny) var loans: ToMany<Loan>
    @Relationship var tags: ToMany<Tag>
    @Relationship var card: Card?
    @Transient var note = ""
}

/// A part of a book; has a compound key.
@Model final class Chapter {
    @Attribute(.primaryKey) var volume: String
    @Attribute(.primaryKey) var position: Int
    var heading: String
    var words: Int?
    @Relationship var book: Book?
    @Relationship(inverse: \Footnote.chapter, onDelete: .cascade) var footnotes: ToMany<Footnote>
}

/// A footnote, which refers to a compound key.
@Model final class Footnote {
    var id: UUID
    var text: String
    @Relationship var chapter: Chapter?
}

/// Forbids that its book is deleted.
@Model final class Loan {
    var id: UUID
    var reader: String
    @Relationship var book: Book?
}

/// Many books have it, and a book has many.
@Model final class Tag {
    @Attribute(.primaryKey) var word: String
    var weight: Int?
    @Relationship(inverse: \Book.tags) var books: ToMany<Book>
}

/// Belongs to one book, which has only this one.
@Model final class Card {
    var id: Int
    var shelf: String
    @Relationship(inverse: \Book.card, onDelete: .cascade) var book: Book?
}
