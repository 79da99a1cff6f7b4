import Granary

/// Deletions, and the effects of their delete rules, after the save that should store them was refused.
enum RefusedDeletionPromises: PromiseList {
    static let category = ConformanceCategory.concurrency
    static let areAboutContent = true

    static let promises: [ConformancePromise] = [
        promise("What delete rules did is taken back after a store has refused the save", .united) { bench in
            try await saveLibrary(bench)
            let mine: Context = try bench.stack.makeContext()
            try deleteBook(mine)
            try mine.insert(Seat(id: 2, label: "taken"))
            try expectError(.constraint, "the save") { try mine.save() }
            try expect(try mine.object(Book.self, 1) == nil, "the deletion is gone")
            mine.rollback()
            try expectEqual(mine.hasChanges, false, "whether there are changes")
            try expectWhole(mine, chapters: [1])
            try mine.save()
            try await bench.perform { try expectWhole($0, chapters: [1]) }
        },
        promise("What delete rules did to the rows of others is taken back after a refused save", .united) {
            bench in
            try await saveLibrary(bench)
            let mine: Context = try bench.stack.makeContext()
            try deleteBook(mine)
            try mine.insert(Seat(id: 2, label: "taken"))
            try await bench.save { context in
                let book = try context.existing(Book.self, 1)
                try context.insert(Chapter(volume: "v", position: 2, heading: "later", book: book))
            }
            // A store finds the chapter first, which is a conflict until the rule has reached it, or the seat.
            do { try mine.save() } catch GranaryError.Code.conflict {} catch GranaryError.Code.constraint {}
            try expectError(.constraint, "the save") { try mine.save() }
            mine.rollback()
            try expectEqual(mine.hasChanges, false, "whether there are changes")
            try expectWhole(mine, chapters: [1, 2])
            try mine.save()
            try await bench.perform { try expectWhole($0, chapters: [1, 2]) }
        },
        promise("What delete rules did is given up with a deletion whose first save was refused", .united) {
            bench in
            try await saveLibrary(bench)
            let mine: Context = try bench.stack.makeContext(ContextOptions().merging(.storeWins))
            try deleteBook(mine)
            let seat = Seat(id: 2, label: "taken")
            try mine.insert(seat)
            try expectError(.constraint, "the first save") { try mine.save() }
            seat.label = "free"
            try await bench.save { context in
                try context.existing(Book.self, 1).title = "renamed"
                try context.existing(Publisher.self, "p").name = "renamed"
            }
            try mine.save()
            try expectWhole(mine, chapters: [1])
            try await bench.perform { context in
                try expectWhole(context, chapters: [1])
                try expectEqual(try context.existing(Book.self, 1).title, "renamed", "title")
                try expectEqual(try context.existing(Seat.self, 2).label, "free", "the seat's label")
            }
        },
        throughParent("by a store", .constraint) { parent, _ in
            try parent.insert(Seat(id: 2, label: "taken"))
        },
        throughParent("for a conflict", .conflict) { _, bench in
            try await bench.save { try $0.existing(Book.self, 1).title = "renamed" }
        },
        throughParent("by a rule", .constraint, needs: .referenceChecks) { _, bench in
            try await bench.save { context in
                try context.insert(Loan(reader: "r", book: try context.existing(Book.self, 1)))
            }
        },
        promise(
            "A deletion that a function keeps is saved, though others have referred to the object since",
            .united
        ) {
            bench in
            try await bench.save { context in
                try context.insert(Publisher(code: "p"))
                try context.insert(Book(id: 1, title: "book"))
            }
            let mine: Context = try bench.stack.makeContext(
                ContextOptions().merging(.custom { _ in .mine }))
            try mine.delete(try mine.existing(Publisher.self, "p"))
            try mine.existing(Book.self, 1).title = "mine"
            try await bench.save { context in
                let publisher = try context.existing(Publisher.self, "p")
                publisher.name = "renamed"
                try context.existing(Book.self, 1).publisher = publisher
            }
            try mine.save()
            try await bench.perform { context in
                try expect(try context.object(Publisher.self, "p") == nil, "the deletion was dropped")
                let book = try context.existing(Book.self, 1)
                try expectEqual(book.title, "mine", "title")
                try expectEqual(book.publisher?.code, nil, "publisher")
            }
        },
        promise(
            "A save is refused that refers to what others have deleted, whatever it deletes itself", .united
        ) {
            bench in
            try await saveLibrary(bench)
            let mine: Context = try bench.stack.makeContext()
            let book = Book(id: 2, title: "mine")
            try mine.insert(book)
            book.publisher = try mine.existing(Publisher.self, "p")
            try mine.delete(try mine.existing(Tag.self, "other"))
            try await bench.save { context in
                try context.delete(try context.existing(Publisher.self, "p"))
                try context.delete(try context.existing(Tag.self, "other"))
            }
            try expectError(.constraint, "the save") { try mine.save() }
            try expectEqual(try await bench.perform { try $0.count(Book.all) }, 1, "books after the refusal")
            try expectEqual(book.publisher?.code, nil, "publisher after the refusal")
            try mine.save()
            try expectEqual(try await bench.perform { try $0.count(Book.all) }, 2, "books")
        },
        promise("A save is refused that pairs what others have deleted, whatever it deletes itself", .united)
        {
            bench in
            try await saveLibrary(bench)
            let mine: Context = try bench.stack.makeContext()
            try mine.insert(Tag(word: "third"))
            try mine.save()
            let book = Book(id: 2, title: "mine")
            try mine.insert(book)
            book.tags.append(try mine.existing(Tag.self, "third"))
            try mine.delete(try mine.existing(Tag.self, "other"))
            try await bench.save { context in
                try context.delete(try context.existing(Tag.self, "third"))
                try context.delete(try context.existing(Tag.self, "other"))
            }
            try expectError(.constraint, "the save") { try mine.save() }
            try expectEqual(book.tags.map(\.word), [], "tags after the refusal")
            try mine.save()
            try expectEqual(try await bench.perform { try $0.count(Book.all) }, 2, "books")
        },
    ]

    /// A child's deletion goes through to the stores, which refuse it.
    ///
    /// The parent then has its earlier state, and so has the child after a rollback.
    private static func throughParent(
        _ name: String, _ code: GranaryError.Code, needs: Capabilities = [],
        hinder: @escaping @Sendable (Context, ConformanceBench) async throws -> Void
    ) -> ConformancePromise {
        promise(
            "What delete rules did is taken back in a parent whose save was refused: \(name)", needs: needs,
            .united
        ) { bench in
            try await saveLibrary(bench)
            let parent: Context = try bench.stack.makeContext()
            try expectWhole(parent, chapters: [1])
            var options = ContextOptions().merging(.error)
            options.savesThroughParent = true
            let child = parent.makeChild(options)
            try await hinder(parent, bench)
            let pending = parent.changes.inserted.count
            try deleteBook(child)
            try expectError(code, "the save of the child") { try child.save() }
            try expectWhole(parent, chapters: [1])
            try expectEqual(parent.changes.deleted.count, 0, "deleted objects of the parent")
            try expectEqual(parent.changes.updated.count, 0, "changed objects of the parent")
            try expectEqual(parent.changes.inserted.count, pending, "new objects of the parent")
            child.rollback()
            try child.refreshAll()
            try expectEqual(child.hasChanges, false, "whether the child has changes")
            try expectWhole(child, chapters: [1])
            parent.rollback()
            try child.save()
            try await bench.perform { try expectWhole($0, chapters: [1]) }
        }
    }

    /// Saves a book with a chapter, a footnote, a tag, a card and a publisher, another tag, and a seat.
    private static func saveLibrary(_ bench: ConformanceBench) async throws {
        try await bench.save { context in
            let book = Book(id: 1, title: "book")
            try context.insert(book)
            let chapter = Chapter(volume: "v", position: 1, heading: "first", book: book)
            try context.insert(chapter)
            try context.insert(Footnote(text: "note", chapter: chapter))
            book.tags.append(Tag(word: "kept", weight: 1))
            book.publisher = Publisher(code: "p")
            book.card = Card(id: 1, shelf: "s")
            try context.insert(Tag(word: "other", weight: 2))
            try context.insert(Seat(id: 1, label: "taken"))
        }
    }

    private static func deleteBook(_ context: Context) throws {
        try context.delete(try context.existing(Book.self, 1))
        try context.delete(try context.existing(Publisher.self, "p"))
    }

    /// Checks that all objects are connected as they were stored.
    private static func expectWhole(_ context: Context, chapters: [Int]) throws {
        let book = try context.existing(Book.self, 1)
        try expectEqual(book.chapters.map(\.position).sorted(), chapters, "chapters")
        try expectEqual(
            try context.fetch(Chapter.all).map { $0.book?.id }, chapters.map { _ in 1 }, "books of chapters")
        try expectEqual(try context.fetch(Footnote.all).map { $0.chapter?.position }, [1], "footnotes")
        try expectEqual(book.tags.map(\.word), ["kept"], "tags")
        try expectEqual(try context.existing(Tag.self, "kept").books.map(\.id), [1], "books of the tag")
        try expectEqual(book.publisher?.code, "p", "publisher")
        try expectEqual(try context.existing(Publisher.self, "p").books.map(\.id), [1], "published books")
        try expectEqual(book.card?.book?.id, 1, "the book of its card")
    }
}
