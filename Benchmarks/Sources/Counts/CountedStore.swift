internal import FoundationEssentials
internal import Granary
internal import GranaryMemory
internal import GranarySQLite

/// Where the counted work is done.
enum CountedStore: String, CaseIterable {
    /// A store in memory.
    case memory
    /// A SQLite file with the settings that it has by default.
    case sqlite

    /// How many authors there are.
    static let authors = 20
    /// How many books there are.
    static let books = 2_000

    private var type: StoreType {
        switch self {
        case .memory: .memory
        case .sqlite: .sqlite
        }
    }

    /// Opens a store in an empty directory, and fills it.
    func open(in directory: String) async throws -> PersistentStack {
        let schema = try Schema("Counts", configurations: ["All": [Author.self, Book.self]])
        let stack = PersistentStack(
            schema, registry: try StoreRegistry([MemoryStore.self, SQLiteStore.self]))
        try await stack.attachPersistentStores(
            at: directory, for: [StoreConfiguration(name: "All", type: type)])
        try await stack.start()
        try await Self.fill(stack)
        return stack
    }

    private static func fill(_ stack: PersistentStack) async throws {
        try await stack.perform { context in
            let writers = try (0..<authors).map { number in
                let author = Author(id: number, name: "author \(number)")
                try context.insert(author)
                return author
            }
            for number in 0..<books {
                let book = Book(
                    id: number, title: "title \(number)", pages: number % 100, price: 5,
                    published: Date(timeIntervalSince1970: Double(number)))
                try context.insert(book)
                book.author = writers[number % authors]
            }
            try context.save()
        }
    }
}
