import Granary

/// The first release.
enum January {
    @Model final class Book {
        var id: Int
        var name: String
        var author: String
    }

    static func schema() throws -> Schema { try Schema("Library", models: [Book.self]) }
}
