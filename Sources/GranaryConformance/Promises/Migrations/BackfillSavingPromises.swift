import Granary
import Synchronization

/// Saved objects carry the values of their schema's backfills.
enum BackfillSavingPromises: PromiseList {
    static let category = ConformanceCategory.migrations

    static var promises: [ConformancePromise] { saving + stacks }

    private typealias Books = BackfillPromises

    /// A promise about a stack whose schema carries backfills.
    private static func carrying(
        _ name: String, needs: Capabilities = [], _ backfills: [any SchemaBackfill],
        _ body: @escaping @Sendable (PersistentStack) async throws -> Void
    ) -> ConformancePromise {
        promise(name, needs: needs) { bench in
            let stack = try bench.stack(
                of: bench.configurations(at: "filling"), schema: bench.schema().filling(backfills))
            do {
                try await stack.start()
                try await body(stack)
            } catch {
                try? await stack.destroy()
                throw error
            }
            try await stack.destroy()
        }
    }

    private static let saving: [ConformancePromise] =
        [Books.titles, Books.coded].enumerated().map {
            number, backfill in
            carrying(
                "Objects are saved with the value, by \(number == 0 ? "expressions" : "code")", [backfill]
            ) {
                stack in
                try await stack.perform { context in
                    let new = Book(id: 1, title: "new")
                    try context.insert(new)
                    try context.insert(Book(id: 2, title: "own", subtitle: "its own"))
                    try context.save()
                    try expectEqual(new.subtitle, "new", "the subtitle of the object")
                    try expect(!context.hasChanges, "something is unsaved")
                    new.subtitle = nil
                    new.title = "newer"
                    try context.save()
                    try expectEqual(new.subtitle, "newer", "the subtitle after a change")
                    let child = context.makeChild(.editor)
                    try child.insert(Book(id: 3, title: "child"))
                    try child.save()
                }
                let found = try await Books.subtitles(stack)
                try expectEqual(found, ["newer", "its own", "child"], "subtitles")
            }
        } + [
            carrying(
                "A value for an object that is saved may come through relationships to unsaved ones",
                [Backfill(Book.self) { $0.subtitle.set(to: $0.author.country) }]
            ) { stack in
                try await stack.perform { context in
                    let author = Author(id: 1, name: "A", country: "NL")
                    let book = Book(id: 1, title: "new", author: author)
                    try context.insert(book)
                    try context.insert(Book(id: 2, title: "alone"))
                    try context.save()
                    try expectEqual(book.subtitle, "NL", "the subtitle")
                }
                let found = try await Books.subtitles(stack)
                try expectEqual(found, ["NL", ""], "subtitles")
            },
            carrying(
                "A value that cannot be made fails the save, with model and key",
                [
                    Backfill(Book.self) { $0.reprints.set(to: $0.pages + 1) }
                ]
            ) { stack in
                try await stack.perform { context in
                    let book = Book(id: 5, title: "new", pages: Int.max)
                    try context.insert(book)
                    let error = try expectError(.overflow, "the save") { try context.save() }
                    try expectEqual(error.context.entity, "Book", "the entity")
                    try expectEqual(error.context.key, .integer(5), "the key")
                    book.pages = 1
                    try context.save()
                    try expectEqual(book.reprints, 2, "reprints")
                }
            },
            carrying("What a save fills is undone with the step it belongs to", [Books.titles]) { stack in
                try await stack.perform { context in
                    context.history.levels = 5
                    let book = Book(id: 1, title: "new", subtitle: "sub")
                    try context.insert(book)
                    try context.save()
                    book.subtitle = nil
                    try context.save()
                    try expectEqual(book.subtitle, "new", "the subtitle")
                    try context.history.undo()
                    try expectEqual(book.subtitle, "sub", "the subtitle after undoing")
                }
            },
        ]

    private static let stacks: [ConformancePromise] = [
        carrying(
            "A stack carries out every backfill of its schema, in their order",
            [Books.titles, Backfill(Book.self) { $0.reprints.set(to: $0.pages) }]
        ) { stack in
            try await Books.saveBooks(5, in: stack)
            try await stack.perform { context in
                // A batch is no save of objects, and does only what it is asked to.
                _ = try context.updateAll(Book.all) {
                    $0.subtitle.set(to: nil)
                    $0.reprints.set(to: nil)
                }
            }
            let models: Mutex<[String]> = Mutex([])
            let results = try await stack.backfill(pace: Books.steady(3)) { report in
                models.withLock { $0.append(report.model) }
            }
            try expectEqual(results.map(\.filled), [5, 5], "filled")
            try expectEqual(models.withLock { $0.count }, 6, "reports")
            try await stack.perform { context in
                let books = try context.fetch(Book.all)
                try expectEqual(books.map(\.subtitle), Books.expected(5), "subtitles")
                try expectEqual(books.map(\.reprints), [1, 2, 3, 4, 5], "reprints")
            }
        },
        carrying(
            "A stack without stores to fill refuses a backfill as closed, and goes on with it later",
            needs: .persistent, [Books.titles]
        ) { stack in
            try await Books.saveBooks(7, in: stack)
            try await stack.perform { _ = try $0.updateAll(Book.all) { $0.subtitle.set(to: nil) } }
            let clock = RecordingClock { try await stack.stop() }
            var pace = BackfillPace(rows: 4, pause: .seconds(1))
            pace.clock = clock
            try await expectErrorAsync(.closed, "the backfill") {
                try await stack.backfill(Books.titles, pace: pace)
            }
            try await stack.start()
            let result = try await stack.backfill(Books.titles)
            try expectEqual([result.total, result.filled], [3, 3], "total and filled")
        },
    ]
}
