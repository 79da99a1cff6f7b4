import Granary

/// For any saved and unsaved changes: the lists and objects that a context selects are those that its objects have.
enum RandomListPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static let promises: [ConformancePromise] = everywhere([
        promise("After random changes lists and objects are those that the objects have") { bench in
            for seed in ConformanceEffort.current.seeds(1, long: 40) {
                try await bench.save { context in
                    for book in try context.fetch(Book.all) { try context.delete(book) }
                    for tag in try context.fetch(Tag.all) { try context.delete(tag) }
                    for author in try context.fetch(Author.all) { try context.delete(author) }
                }
                try await bench.perform { context in
                    var program = ListProgram(seed: seed)
                    for _ in 0..<8 { try program.step(in: context) }
                    context.rollback()
                }
            }
        }
    ])
}

/// Changes books, authors and tags at random, and compares what is selected with what the objects have.
private struct ListProgram {
    private let seed: UInt64
    private var random: SeededGenerator
    private var key = 0

    init(seed: UInt64) {
        self.seed = seed
        random = SeededGenerator(seed: seed)
    }

    mutating func step(in context: Context) throws {
        for _ in 0...random.below(4) { try change(context) }
        // A child reads the unsaved changes of its parent.
        let reader = random.chance(4) ? context.makeChild() : context
        try expectEqual(
            try Self.selected(reader), try Self.expected(reader), "lists and objects with the seed \(seed)")
        if random.chance(4) { try context.save() } else if random.chance(12) { context.rollback() }
    }

    private mutating func change(_ context: Context) throws {
        let books = try context.fetch(Book.all)
        let (book, author) = (random.element(of: books), random.element(of: try context.fetch(Author.all)))
        let tag = random.element(of: try context.fetch(Tag.all))
        switch random.below(9) {
        case 0, 1: try insert(context, author, tag)
        case 2:
            key += 1
            try context.insert(Author(id: key, name: "author \(key)"))
        case 3: if tag == nil || random.chance(2) { try insertTag("tag \(random.below(4))", book, context) }
        case 4: book?.author = random.chance(3) ? nil : author
        case 5: book?.pages = random.chance(4) ? nil : random.below(5)
        case 6: tag?.weight = random.below(3)
        case 7: if let book, let tag { toggle(tag, of: book) }
        default:
            if random.chance(2), let tag {
                let word = tag.word
                try context.delete(tag)
                if random.chance(2) { try insertTag(word, nil, context) }
            } else if random.chance(2), let book {
                try context.delete(book)
            } else if let author {
                try context.delete(author)
            }
        }
    }

    private mutating func insert(_ context: Context, _ author: Author?, _ tag: Tag?) throws {
        key += 1
        let book = Book(id: key, title: "book \(key)", pages: random.below(5))
        try context.insert(book)
        book.author = author
        if let tag { book.tags.append(tag) }
    }

    private func insertTag(_ word: String, _ book: Book?, _ context: Context) throws {
        if try context.object(Tag.self, word) != nil { return }
        let tag = Tag(word: word)
        try context.insert(tag)
        if let book { tag.books.append(book) }
    }

    private func toggle(_ tag: Tag, of book: Book) {
        if book.tags.contains(where: { $0 === tag }) { book.tags.remove(tag) } else { book.tags.append(tag) }
    }

    private static func selected(_ context: Context) throws -> [String] {
        let authors = try context.select(Author.all) {
            (
                $0.id,
                $0.books.where { $0.pages > 0 }.sorted { $0.pages.descending }.offset(1).limit(2).select {
                    ($0.id, $0.author.object, $0.tags.select { $0.word })
                }
            )
        }.map { row in "\(row.0) \(row.1.map { "\($0.0) \($0.1?.name ?? "") \($0.2)" })" }
        let tags = try context.select(Tag.all) {
            ($0.object(), $0.books.limit(2).select { ($0.id, $0.author.books.select { $0.id }) })
        }.map { row in "\(row.0.word) \(row.1.map { "\($0.0) \($0.1)" })" }
        return authors + tags
    }

    private static func expected(_ context: Context) throws -> [String] {
        let authors = try context.fetch(Author.all).map { author in
            let books = author.books.filter { $0.pages ?? 0 > 0 }
                .sorted { ($0.pages ?? 0, $0.id) > ($1.pages ?? 0, $1.id) }.dropFirst().prefix(2)
            let texts = books.map { "\($0.id) \($0.author?.name ?? "") \($0.tags.map(\.word).sorted())" }
            return "\(author.id) \(texts)"
        }
        let tags = try context.fetch(Tag.all).map { tag in
            let books = tag.books.sorted { $0.id < $1.id }.prefix(2)
            let texts = books.map { "\($0.id) \($0.author.map { $0.books.map(\.id).sorted() } ?? [])" }
            return "\(tag.word) \(texts)"
        }
        return authors + tags
    }
}
