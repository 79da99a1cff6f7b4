import Granary

/// A name becomes a title.
enum May {
    @Model final class Book {
        var id: Int
        @Attribute(renamedFrom: "name") var title: String
        var author: String
        var pages: Int?
        @Attribute(default: "English") var language: String
    }

    static func schema() throws -> Schema { try Schema("Library", models: [Book.self]) }
}
