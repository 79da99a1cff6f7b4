import Granary

/// Random steps of one of several contexts that run concurrently.
struct RacedSteps: Sendable {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    // MARK: Units of work

    /// Changes something in a unit of work by a random merge policy; a conflict may end it.
    ///
    /// - Throws: an error that no other context can have caused.
    mutating func work(in stack: PersistentStack) async throws {
        var options = stack.backgroundOptions
        options.mergePolicy = generator.element(of: PolicyName.ready)?.policy ?? .error
        options.retries = generator.chance(2) ? 3 : 0
        // An attempt that is repeated takes the same steps again.
        let (kind, steps) = (generator.below(8), RacedSteps(seed: generator.next()))
        try await Self.tolerating {
            try await stack.perform(options) { context in
                var steps = steps
                try steps.change(context, kind)
                try context.save()
            }
        }
    }

    private mutating func change(_ context: Context, _ kind: Int) throws {
        switch kind {
        case 0:
            let pages = generator.below(400)
            try context.updateAll(Book.where { $0.pages < pages }) { $0.pages.set(to: $0.pages + 1) }
        case 1: try context.deleteAll(Tag.where { $0.weight < 0 })
        case 2:
            let child = context.makeChild(.child)
            try edit(child)
            try child.save()
            try edit(context)
        default: for _ in 0...generator.below(4) { try edit(context) }
        }
    }

    // MARK: The main context

    /// Edits the main context, and saves it in one of several ways or gives the edits up.
    ///
    /// - Throws: an error that no other context can have caused.
    @MainActor mutating func editMain(of stack: PersistentStack) async throws {
        var steps = self
        let hasSucceeded = try await Self.tolerating {
            let main = try stack.mainContext
            for _ in 0...steps.generator.below(3) { try steps.edit(main) }
            switch steps.generator.below(6) {
            case 0: main.rollback()
            case 1: try main.save()
            case 2:
                let editor = main.makeChild(.editor)
                try steps.edit(editor)
                try editor.save()
            case 3:
                let save = Task { @MainActor in try await main.saveInBackground() }
                await Task.yield()
                let edits = Result { try steps.edit(main) }
                try await save.value
                try edits.get()
            default: try await main.saveInBackground()
            }
            // Nothing stays unsaved, by which the main context would differ in the end.
            try await main.saveInBackground()
        }
        generator = steps.generator
        if !hasSucceeded { try stack.mainContext.rollback() }
    }

    // MARK: Edits

    /// Changes one object, or inserts or deletes one; the same few keys come again.
    private mutating func edit(_ context: Context) throws {
        let (books, tags) = (try context.fetch(Book.all), try context.fetch(Tag.all))
        let (book, tag) = (generator.element(of: books), generator.element(of: tags))
        switch generator.below(10) {
        case 0:
            let id = 100 + generator.below(6)
            if try context.object(Book.self, id) == nil {
                let new = Book(id: id, title: "new")
                try context.insert(new)
                new.author = generator.element(of: try context.fetch(Author.all))
                if let tag { new.tags.append(tag) }
            }
        case 1: book?.pages = generator.below(400)
        case 2: book?.author = generator.element(of: try context.fetch(Author.all))
        case 3: if let tag { book?.tags.append(tag) }
        case 4: if let tag { book?.tags.remove(tag) }
        case 5: if let book, book.loans.isEmpty { try context.delete(book) }
        case 6:
            let word = "w\(generator.below(5))"
            if try context.object(Tag.self, word) == nil { try context.insert(Tag(word: word, weight: 0)) }
        case 7: if let tag { try context.delete(tag) }
        case 8: tag?.weight = generator.below(9) - 3
        default:
            let position = 50 + generator.below(5)
            if try context.object(Chapter.self, Chapter.Key(volume: "r", position: position)) == nil {
                let chapter = Chapter(volume: "r", position: position, heading: "new")
                try context.insert(chapter)
                chapter.book = book
            }
        }
    }

    /// Runs a closure; returns whether it ended without one of the errors that others who change the same may cause.
    @discardableResult
    private nonisolated(nonsending) static func tolerating(
        _ body: nonisolated(nonsending) () async throws -> Void
    ) async throws -> Bool {
        do {
            try await body()
            return true
        } catch let error as GranaryError {
            let causes: [GranaryError.Code] = [.conflict, .constraint, .invalidObject, .locked]
            guard causes.contains(error.code) else { throw error }
            return false
        }
    }
}
