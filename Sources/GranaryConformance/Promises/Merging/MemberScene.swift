import Granary

/// A small library that a context and others have before them: other units of work, or the parent of the context.
///
/// Author 1 has the books 1 and 2, book 2 has chapters, author 2 has book 3. Publisher 1 has all of them, publisher 2
/// has none. Card 1 is of book 1. Keys are shifted by the number of the scene, so that many of them fit one store.
struct MemberScene: Sendable {
    private let bench: ConformanceBench
    private let number: Int

    /// Stores the library.
    init(_ bench: ConformanceBench, _ number: Int = 0) async throws {
        self.bench = bench
        self.number = number
        let (id, code) = (id, code)
        try await bench.save { context in
            let authors = [Author(id: id(1), name: "one"), Author(id: id(2), name: "two")]
            let publishers = [Publisher(code: code(1)), Publisher(code: code(2))]
            for author in authors { try context.insert(author) }
            for publisher in publishers { try context.insert(publisher) }
            for position in 1...3 {
                let book = Book(id: id(position), title: "\(position)", author: authors[position / 3])
                try context.insert(book)
                book.publisher = publishers[0]
                if position == 1 { book.card = Card(id: id(1), shelf: "s") }
                if position != 2 { continue }
                for place in 1...2 {
                    try context.insert(Chapter(volume: code(2), position: place, heading: "h", book: book))
                }
            }
        }
    }

    /// The key of an author, a book or a card of this scene.
    func id(_ position: Int) -> Int { number * 100 + position }
    /// The key of a publisher of this scene.
    func code(_ position: Int) -> String { "\(number)-\(position)" }

    /// The books of this scene, each with its author and its publisher, as the others have them.
    func books(_ context: Context) throws -> [String] {
        let (low, high) = (id(0), id(100))
        return try context.fetch(Book.where { $0.id > low && $0.id < high }.sorted { $0.id.ascending })
            .map { book in
                let author = book.author.map { "\($0.id - low)" } ?? "-"
                let publisher = book.publisher.map { $0.code == code(1) ? "1" : "2" } ?? "-"
                return "\(book.id - low):\(author)\(publisher)"
            }
    }

    /// The same as others find them in the stores.
    func storedBooks() async throws -> [String] { try await bench.perform { try books($0) } }

    /// Adds a book to author 1 and publisher 1.
    func addBook(_ context: Context) throws {
        let book = Book(id: id(9), title: "new", author: try context.existing(Author.self, id(1)))
        try context.insert(book)
        book.publisher = try context.existing(Publisher.self, code(1))
    }

    /// Gives book 2 to author 2 and publisher 2.
    func moveBook(_ context: Context) throws {
        let book = try context.existing(Book.self, id(2))
        book.author = try context.existing(Author.self, id(2))
        book.publisher = try context.existing(Publisher.self, code(2))
    }
}
