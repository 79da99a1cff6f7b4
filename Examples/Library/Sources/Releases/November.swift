import Granary

/// Authors have their own model.
enum November {
    @Model final class Author {
        var id: Int
        @Attribute(.unique) var name: String
        @Relationship(inverse: \Book.writer) var books: ToMany<Book>
    }

    @Model final class Book {
        var id: Int
        @Attribute(renamedFrom: "name") var title: String
        var pages: Int?
        @Attribute(default: "English") var language: String
        var shelf: String
        @Relationship var writer: Author?
    }

    static func schema() throws -> Schema {
        let schema = try Schema("Library", models: [Author.self, Book.self])
        let consents: Set = ["drop Book.author"]
        let split = Migration(from: try September.schema(), to: schema, consents: consents) { work in
            try work.each("Book") { old in
                guard case .integer(let id)? = old["id"], case .text(let name)? = old["author"] else {
                    return
                }
                let author = try work.context.findOrInsert(Author.where { $0.name == name }) {
                    Author(name: name)
                }
                try work.context.object(Book.self, Int(id))?.writer = author
            }
        }
        return schema.following([split])
    }
}
