import ArgumentParser
import Foundation
import Granary
import GranaryLevelDB
import GranaryMemory
import GranaryPostgreSQL
import GranarySQLite
import GranaryTestSupport
import Testing

@testable import GranaryTool

/// The models of a library, as its first version has them.
enum First {
    @Model final class Author {
        var id: Int
        @Attribute(.unique) var name: String
        @Relationship(inverse: \Book.author) var books: ToMany<Book>
    }

    @Model final class Book {
        var id: Int
        @Attribute(.indexed) var title: String
        var year: Int?
        @Relationship var author: Author?
    }

    static func schema() throws -> Schema { try Schema("Library", models: [Author.self, Book.self]) }
}

/// The second version: books have pages, and no year any more.
enum Second {
    @Model final class Author {
        var id: Int
        @Attribute(.unique) var name: String
        @Relationship(inverse: \Book.author) var books: ToMany<Book>
    }

    @Model final class Book {
        var id: Int
        @Attribute(.indexed) var title: String
        var pages: Int?
        @Relationship var author: Author?
    }

    static func schema() throws -> Schema { try Schema("Library", models: [Author.self, Book.self]) }
}

/// The third version: a required attribute without a default, which code fills.
enum Third {
    @Model final class Author {
        var id: Int
        @Attribute(.unique) var name: String
        @Relationship(inverse: \Book.author) var books: ToMany<Book>
    }

    @Model final class Book {
        var id: Int
        @Attribute(.indexed) var title: String
        var year: Int?
        var initial: String
        @Relationship var author: Author?
    }

    static func schema() throws -> Schema { try Schema("Library", models: [Author.self, Book.self]) }
}

/// The tool without models.
enum Bare: ToolProgram {
    static let name = "granary"
    static let version = "0.1.0"
    static let backends: [Backend] = [.memory, .sqlite, .leveldb, .postgresql]
    static func schema() throws -> Schema? { nil }
}

/// The tool of the program in its first version.
enum FirstProgram: ToolProgram {
    static let name = "library"
    static let backends: [Backend] = [.memory, .sqlite, .leveldb, .postgresql]
    static func schema() throws -> Schema? { try First.schema() }
}

/// The tool of the program in its second version.
enum SecondProgram: ToolProgram {
    static let name = "library"
    static let backends: [Backend] = [.memory, .sqlite, .leveldb, .postgresql]
    static func schema() throws -> Schema? { try Second.schema() }
}

/// The tool of the program in its third version, without the migration that it needs.
enum StrictProgram: ToolProgram {
    static let name = "library"
    static let backends: [Backend] = [.memory, .sqlite, .leveldb, .postgresql]
    static func schema() throws -> Schema? { try Third.schema() }
}

/// The tool of the program in its third version, with a migration that has code.
enum CodedProgram: ToolProgram {
    static let name = "library"
    static let backends: [Backend] = [.memory, .sqlite, .leveldb, .postgresql]
    static func schema() throws -> Schema? {
        let schema = try Third.schema()
        return schema.following([
            Migration(from: try First.schema(), to: schema) { work in
                try work.each("Book") { old in
                    guard case .integer(let id)? = old["id"] else { return }
                    let book = try work.context.object(Third.Book.self, Int(id))
                    book?.initial = String(book?.title.prefix(1) ?? "")
                }
            }
        ])
    }
}

/// The tool of the program in its first version, with a migration of data.
enum TidyingProgram: ToolProgram {
    static let name = "library"
    static let backends: [Backend] = [.memory, .sqlite, .leveldb, .postgresql]
    static func schema() throws -> Schema? {
        let schema = try First.schema()
        return schema.following([
            Migration("tidy", at: schema) { try $0.update("Book", .integer(0), ["title": .text("Tidy")]) }
        ])
    }
}

/// The tool of the program in its second version, with migrations there and back.
enum CirclingProgram: ToolProgram {
    static let name = "library"
    static let backends: [Backend] = [.memory, .sqlite, .leveldb, .postgresql]
    static func schema() throws -> Schema? {
        let (first, second) = (try First.schema(), try Second.schema())
        return second.following([
            Migration(from: first, to: second, consents: ["drop Book.year"]),
            Migration(from: second, to: first, consents: ["drop Book.pages"]),
        ])
    }
}

/// Runs a command of a program as `main` would, and returns what it would print.
func run<Program: ToolProgram>(
    _ program: Program.Type, _ arguments: String..., on screen: Screen = Screen()
) async throws -> Conclusion {
    let parsed = try StoreTool<Program>.parseAsRoot(arguments)
    return await (try #require(parsed as? any ToolCommand)).conclude(on: screen)
}

/// What a command printed as JSON.
func document<T: Decodable>(_ type: T.Type, _ conclusion: Conclusion) throws -> T {
    try JSONDecoder().decode(type, from: Data(conclusion.output.utf8))
}

/// A directory with a configuration, and with the stores that a program has made.
struct Library {
    let directory: TemporaryDirectory
    /// The path of the configuration file.
    var config: String { directory.path(of: "granary.yaml") }

    /// Writes a configuration with one store.
    init(_ type: String = "sqlite", more: String = "") throws {
        directory = try TemporaryDirectory("granary-tool-")
        try write("stores: { Default: { type: \(type), file: books\(more) } }", to: "granary.yaml")
    }

    /// Writes a configuration with one store on the server of the tests, in a schema of its own.
    init(onServer schema: String) throws {
        directory = try TemporaryDirectory("granary-tool-")
        try write(
            """
            stores:
              Default:
                type: postgresql
                options: { secretURL: { env: GRANARY_TEST_POSTGRESQL }, schema: \(schema) }
            """, to: "granary.yaml")
    }

    /// Whether there is a server for the tests.
    static let hasServer = ProcessInfo.processInfo.environment["GRANARY_TEST_POSTGRESQL"] != nil

    /// Writes a file into the directory.
    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: directory.path(of: name)))
    }

    /// Makes the stores of the first version, with two books.
    func make() async throws {
        let stack = try await PersistentStack.open(
            try First.schema(), configuration: FileConfigurationSource(path: config, arguments: []),
            backends: FirstProgram.backends)
        try await stack.perform { context in
            let author = First.Author(id: 1, name: "Homer")
            try context.insert(author)
            for (id, title) in ["Iliad", "Odyssey"].enumerated() {
                try context.insert(First.Book(id: id, title: title, year: -700, author: author))
            }
            try context.save()
        }
        try await stack.close()
    }

    /// The contents of all files, for comparing before and after.
    func contents() -> [String: Data] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: directory.path)) ?? []
        return Dictionary(
            names.compactMap { name in
                FileManager.default.contents(atPath: directory.path(of: name)).map { (name, $0) }
            }, uniquingKeysWith: { first, _ in first })
    }
}
