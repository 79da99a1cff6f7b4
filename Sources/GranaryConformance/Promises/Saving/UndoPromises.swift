import Granary

/// Undoing and redoing steps.
enum UndoPromises: PromiseList {
    static let category = ConformanceCategory.unitOfWork
    static let areAboutContent = true

    static var promises: [ConformancePromise] {
        everywhere(steps, in: [.united, .apart]) + saved + limits + snapshots
    }

    private static let steps: [ConformancePromise] = [
        promise("Undo reverses an insertion, a change and a deletion, and redo repeats them") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                context.history.levels = 10
                let book = try context.existing(Book.self, 1)
                try context.history.step {
                    book.pages = 1
                    book.author = try context.existing(Author.self, 2)
                    book.tags.remove(try context.existing(Tag.self, "blue"))
                }
                try context.history.step {
                    try context.insert(Book(id: 70, title: "new", author: book.author))
                }
                try context.history.step { try context.delete(try context.existing(Author.self, 3)) }

                try expect(try context.history.undo(), "nothing to undo")
                try expectEqual(
                    try context.existing(Author.self, 3).books.map(\.id), [4, 5], "books after undoing")
                try expect(try context.history.undo(), "nothing to undo")
                try expect(try context.object(Book.self, 70) == nil, "the inserted book is still there")
                try expectEqual(try context.existing(Author.self, 2).books.count, 2, "books of the author")
                try expect(try context.history.undo(), "nothing to undo")
                try expectEqual(book.pages, 320, "pages")
                try expectEqual(book.author?.id, 1, "author")
                try expectEqual(Set(book.tags.map(\.word)), ["blue", "green"], "tags")
                try expect(!context.hasChanges && !context.history.canUndo, "changes or steps are left")

                while try context.history.redo() {}
                try expectEqual(book.author?.id, 2, "author again")
                try expectEqual(
                    Set(try context.existing(Author.self, 2).books.map(\.id)), [1, 3, 70], "books again")
                try context.save()
            }
            try await bench.perform { context in
                try expectEqual(try context.existing(Author.self, 2).books.map(\.id), [1, 3, 70], "books")
                try expectEqual(try context.existing(Book.self, 1).tags.map(\.word), ["green"], "tags")
                try expect(try context.object(Book.self, 4) == nil, "redoing did not repeat the cascade")
            }
        }
    ]

    private static let saved: [ConformancePromise] = [
        promise("A saved step can be undone; the next save writes the reverse") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                context.history.levels = 10
                try context.existing(Book.self, 1).pages = 1
                context.history.endStep()
                try context.insert(Book(id: 70, title: "new"))
                context.history.endStep()
                try context.delete(
                    try context.existing(Footnote.self, try unwrap(Self.footnote(context), "a footnote")))
                try context.save()
                while try context.history.undo() {}
                try expect(context.hasChanges, "undoing a saved step is no change")
                try context.save()
            }
            try await bench.perform { context in
                try expectEqual(try context.existing(Book.self, 1).pages, 320, "pages")
                try expectEqual(try context.count(Book.all), 10, "books")
                try expectEqual(try context.count(Footnote.all), 3, "footnotes")
            }
        },
        promise("Undoing leaves the changes of others to other properties") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                context.history.levels = 10
                let book = try context.existing(Book.self, 1)
                book.pages = 1
                try context.save()
                let other = try bench.stack.makeContext()
                try other.existing(Book.self, 1).title = "theirs"
                try other.save()
                try context.refreshAll()
                try context.history.undo()
                try expectEqual(book.title, "theirs", "title")
                try context.save()
            }
            try await bench.perform { context in
                let book = try context.existing(Book.self, 1)
                try expect(
                    book.title == "theirs" && book.pages == 320,
                    "got the title “\(book.title)” and \(book.pages ?? 0) pages")
            }
        },
    ]

    private static func footnote(_ context: Context) throws -> Footnote.Key? {
        try context.first(Footnote.all)?.id
    }

    private static let limits: [ConformancePromise] = [
        promise("Only as many steps as asked for are kept, and a new change ends redoing") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                context.history.levels = 2
                let book = try context.existing(Book.self, 1)
                for pages in 1...4 { context.history.step { book.pages = pages } }
                while try context.history.undo() {}
                try expectEqual(book.pages, 2, "pages")
                try context.history.redo()
                try expectEqual(book.pages, 3, "pages")
                book.pages = 9
                try expect(!context.history.canRedo, "redo is possible")
                try expect(try !context.history.redo(), "a step was redone")
                try expectEqual(book.pages, 9, "pages")
            }
        },
        promise("Without a history undoing is an error, and rolling back forgets the steps") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                try expectError(.unsupported, "undo") { try context.history.undo() }
                context.history.levels = 5
                try context.existing(Book.self, 1).pages = 5
                try expect(context.history.canUndo, "nothing to undo")
                context.rollback()
                try expect(!context.history.canUndo, "there is something to undo")
                try expect(try !context.history.undo(), "a step was undone")
            }
        },
    ]

    // MARK: The snapshot

    private static let snapshots: [ConformancePromise] = [
        keepsSnapshot(
            "An undo that leaves unsaved changes of an object in conflict begins no new snapshot",
            merging: .error,
            after: { context in try expectError(.conflict, "the save") { try context.save() } },
            undoneTo: 2),
        keepsSnapshot(
            "An undo after a save whose merging left nothing to write begins no new snapshot",
            merging: .storeWins, after: { context in try context.save() }, undoneTo: 3),
        keepsSnapshot(
            "An undo after a save that was refused once conflicts were settled begins no new snapshot",
            merging: .storeWins,
            after: { context in
                try context.insert(Book(id: 70, title: "mine"))
                try expectError(.constraint, "the save") { try context.save() }
            }, undoneTo: 3),
    ]

    /// Another context changes a book before the save, and another book before the undo.
    private static func keepsSnapshot(
        _ name: String, merging policy: MergePolicy,
        after save: @escaping @Sendable (Context) throws -> Void, undoneTo pages: Int
    ) -> ConformancePromise {
        promise(name, needs: [.snapshots, .concurrentSessions]) { bench in
            try await bench.saveLibrary()
            let context = try bench.stack.makeContext(ContextOptions().merging(policy))
            defer { context.close() }
            let book = try context.existing(Book.self, 1)
            book.pages = 2
            try await bench.save { context in
                try context.existing(Book.self, 1).pages = 3
                try context.insert(Book(id: 70, title: "theirs"))
            }
            try save(context)
            let title = try context.existing(Book.self, 2).title
            context.history.levels = 5
            book.pages = 4
            try await bench.save { try $0.existing(Book.self, 2).title = "changed meanwhile" }
            try expect(try context.history.undo(), "nothing to undo")
            try expectEqual(book.pages, pages, "pages after undoing")
            try expectEqual(
                try context.fetch(Book.where { $0.title == title }).map(\.id), [2], "books as they were read")
            try expectEqual(try context.existing(Book.self, 2).title, title, "the other book")
            context.rollback()
            try context.refreshAll()
            try expectEqual(book.pages, 3, "pages after rolling back")
            try expectEqual(
                try context.existing(Book.self, 2).title, "changed meanwhile", "the other book in the end")
        }
    }
}
