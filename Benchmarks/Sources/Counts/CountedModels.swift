internal import FoundationEssentials
internal import Granary

/// Has written books.
@Model final class Author {
    var id: Int
    var name: String
    @Relationship(inverse: \Book.author) var books: ToMany<Book>
}

/// Has attributes of the usual kinds, an index, and an author.
@Model final class Book {
    var id: Int
    var title: String
    @Attribute(.indexed) var pages: Int
    var price: Decimal?
    var published: Date?
    @Relationship var author: Author?
}
