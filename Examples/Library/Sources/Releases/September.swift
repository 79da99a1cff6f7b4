import Granary

/// Every book has a shelf.
enum September {
    @Model final class Book {
        var id: Int
        @Attribute(renamedFrom: "name") var title: String
        var author: String
        var pages: Int?
        @Attribute(default: "English") var language: String
        var shelf: String
    }

    static func schema() throws -> Schema { try Schema("Library", models: [Book.self]) }
}
