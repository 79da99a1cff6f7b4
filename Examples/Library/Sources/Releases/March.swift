import Granary

/// Two attributes more: one may be absent, the other begins with a default.
enum March {
    @Model final class Book {
        var id: Int
        var name: String
        var author: String
        var pages: Int?
        @Attribute(default: "English") var language: String
    }

    static func schema() throws -> Schema { try Schema("Library", models: [Book.self]) }
}
