import Granary

/// A new attribute that a backfill fills.
enum July {
    @Model final class Book {
        var id: Int
        @Attribute(renamedFrom: "name") var title: String
        var author: String
        var pages: Int?
        @Attribute(default: "English") var language: String
        var shelf: String?
    }

    static func schema() throws -> Schema {
        let shelves = Backfill(Book.self, where: { $0.shelf == nil }) { book in
            book.shelf = String(book.author.prefix(1))
        }
        return try Schema("Library", models: [Book.self]).filling([shelves])
    }
}
