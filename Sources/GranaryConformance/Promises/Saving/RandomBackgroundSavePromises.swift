import Granary

/// Random edits while a save is under way lead to the same result as those edits after `save()`.
enum RandomBackgroundSavePromises: PromiseList {
    static let category = ConformanceCategory.unitOfWork

    static var promises: [ConformancePromise] {
        everywhere(
            [
                promise("Edits during saves in the background equal the same edits after save") { bench in
                    try await run(seeds(long: 200), bench, by: .direct)
                }
            ], in: [.united, .apart])
            + [
                promise("Mixed, edits during saves in the background equal the same edits after save") {
                    bench in
                    try await run(seeds(long: 100), bench, by: .mixed)
                }
            ]
    }

    private static func seeds(long count: UInt64) -> [UInt64] {
        ConformanceEffort.current.seed.map { [$0] }
            ?? Array(1...(ConformanceEffort.current.isLong ? count : 3))
    }

    private static func run(
        _ seeds: [UInt64], _ bench: ConformanceBench, by strategy: any ContextStrategy
    ) async throws {
        try await bench.withOneWorker(strategy: strategy) { subject in
            let model = try bench.anotherStack(at: "model", strategy: strategy)
            try await bench.withStack(model) { model in
                for seed in seeds {
                    do {
                        try await BackgroundSaveProgram(seed, subject, model).run()
                    } catch {
                        throw ConformanceFailure(.broken, "Seed \(seed) fails.", cause: error)
                    }
                }
            }
            try await model.destroyPersistentStores()
        }
    }
}

/// One random program, carried out in a context that saves in the background and in one that saves at once.
@MainActor private final class BackgroundSaveProgram {
    private var random: SeededGenerator
    private let subject: PersistentStack
    private let mine: Context
    private let theirs: Context
    private let model: PersistentStack
    private var done: [String] = []

    init(_ seed: UInt64, _ subject: PersistentStack, _ model: PersistentStack) throws {
        random = SeededGenerator(seed: seed)
        self.subject = subject
        self.model = model
        mine = try subject.mainContext
        theirs = try model.mainContext
    }

    func run() async throws {
        try begin(mine)
        try begin(theirs)
        for _ in 0..<5 {
            for _ in 0..<random.below(6) { try edit() }
            done.append("save")
            let saved = Result { try theirs.save() }
            do {
                try await save(isSettledLate: random.chance(2) && (try? saved.get()) != nil) {
                    for _ in 0..<random.below(6) { try edit() }
                    try compare(mine, theirs, "the contexts during the save", withUnsaved: false)
                }
                try expect((try? saved.get()) != nil, "only the save in the background succeeded")
            } catch let error as GranaryError {
                try expectError(error.code, "the save") { try saved.get() }
                for context in [mine, theirs] { context.rollback() }
            }
            // A save in the background ends the step of the edits made during it.
            for context in [mine, theirs] { context.history.endStep() }
            try compare(mine, theirs, "the contexts after the save")
            try compare(try subject.makeContext(), try model.makeContext(), "the stores")
        }
        for context in [mine, theirs] { try context.save() }
        try compare(try subject.makeContext(), try model.makeContext(), "the stores in the end")
    }

    /// Saves, and edits before the commit, or after it and before the context learns of it.
    private func save(isSettledLate: Bool, _ edit: () throws -> Void) async throws {
        guard isSettledLate else { return try await subject.saveHeld(mine) { _ in try edit() } }
        let stored = try Self.dump(try model.makeContext())
        try await subject.saveUnsettled(mine, until: { try Self.dump($0) == stored }, edit)
    }

    /// Makes the same few objects the only ones.
    private func begin(_ context: Context) throws {
        context.rollback()
        context.history.levels = 0
        for book in try context.fetch(Book.all) {
            for loan in book.loans { try context.delete(loan) }
            try context.delete(book)
        }
        for author in try context.fetch(Author.all) { try context.delete(author) }
        for tag in try context.fetch(Tag.all) { try context.delete(tag) }
        try context.save()
        let authors = (1...2).map { Author(id: $0, name: "author \($0)") }
        let tags = (1...3).map { Tag(word: "t\($0)") }
        for author in authors { try context.insert(author) }
        for tag in tags { try context.insert(tag) }
        for id in 1...4 {
            let book = Book(id: id, title: "book", author: authors[id % 2])
            try context.insert(book)
            book.tags.append(tags[id % 3])
        }
        try context.save()
        context.history.levels = 20
    }

    /// Makes the same edit in both contexts.
    private func edit() throws {
        let (book, author, tag) = (1 + random.below(6), 1 + random.below(3), "t\(1 + random.below(4))")
        let (kind, number) = (random.below(14), random.below(100))
        done.append("\(kind) \(book) \(author) \(tag) \(number)")
        let outcomes = try [mine, theirs].map { context -> Bool in
            do {
                return try Self.edit(context, kind, book, author, tag, number)
            } catch let error as GranaryError where error.code == .conflict {
                return false
            }
        }
        try expectEqual(outcomes[0], outcomes[1], "whether the edit succeeds after \(done)")
    }

    private static func edit(
        _ context: Context, _ kind: Int, _ book: Int, _ author: Int, _ tag: String, _ number: Int
    ) throws -> Bool {
        switch kind {
        case 0, 1: try context.object(Book.self, book)?.pages = number
        case 2: try context.object(Book.self, book)?.title = "title \(number)"
        case 3, 4:
            try context.object(Book.self, book)?.author = try context.object(Author.self, author)
        case 5, 6:
            guard let tag = try context.object(Tag.self, tag), let book = try context.object(Book.self, book)
            else { return false }
            if book.tags.contains(where: { $0 === tag }) {
                book.tags.remove(tag)
            } else {
                book.tags.append(tag)
            }
        case 7:
            if try context.object(Book.self, book) != nil { return false }
            try context.insert(
                Book(id: book, title: "new \(number)", author: try context.object(Author.self, author)))
        case 8:
            if try context.object(Tag.self, tag) != nil { return false }
            try context.insert(Tag(word: tag, weight: number))
        case 9: if let book = try context.object(Book.self, book) { try context.delete(book) }
        case 10: if let tag = try context.object(Tag.self, tag) { try context.delete(tag) }
        case 11:
            if let known = try context.object(Author.self, author) {
                try context.delete(known)
            } else {
                try context.insert(Author(id: author, name: "new \(number)"))
            }
        case 12: return try context.history.undo()
        default:
            if number < 15 { context.rollback() } else { return try context.history.redo() }
        }
        return true
    }

    private func compare(
        _ left: Context, _ right: Context, _ what: String, withUnsaved: Bool = true
    ) throws {
        let (shown, expected) = (try Self.dump(left), try Self.dump(right))
        try expectEqual(shown, expected, "\(what) after \(done)")
        // During the save, its changes still count as unsaved.
        guard withUnsaved else { return }
        try expectEqual(Self.unsaved(left), Self.unsaved(right), "new and deleted objects after \(done)")
    }

    /// Everything that a context shows, in a fixed order.
    private static func dump(_ context: Context) throws -> [String] {
        let books = try context.fetch(Book.all.sorted { $0.id.ascending }).map { book in
            "\(book.id) \(book.title) \(book.pages ?? -1) \(book.author?.id ?? -1) \(book.tags.map(\.word).sorted())"
        }
        let authors = try context.fetch(Author.all.sorted { $0.id.ascending }).map { author in
            "\(author.id) \(author.name) \(author.books.map(\.id).sorted())"
        }
        let tags = try context.fetch(Tag.all.sorted { $0.word.ascending }).map { tag in
            "\(tag.word) \(tag.weight ?? -1) \(tag.books.map(\.id).sorted())"
        }
        return books + authors + tags
    }

    private static func unsaved(_ context: Context) -> [[String]] {
        [context.changes.inserted, context.changes.deleted].map { objects in
            objects.map { "\(type(of: $0)) \(String(reflecting: $0.erasedKey))" }.sorted()
        }
    }
}
