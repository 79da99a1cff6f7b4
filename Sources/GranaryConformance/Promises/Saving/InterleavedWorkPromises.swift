import Granary

/// Contexts that work on the same objects at the same time: no change is lost, given up by half or refused forever.
enum InterleavedWorkPromises: PromiseList {
    static let category = ConformanceCategory.concurrency
    static let areAboutContent = true

    static let promises: [ConformancePromise] = [
        rolledBack("memory wins", .memoryWins), rolledBack("overwrite", .overwrite),
        givenUp("store wins", .storeWins), givenUp("rollback", .rollback),
        promise("A pair that was removed by others too, and is added again, is stored", .united) { bench in
            try await saveBook(bench)
            let mine = try bench.stack.makeContext()
            let (book, tag) = (try mine.existing(Book.self, 1), try mine.existing(Tag.self, "kept"))
            book.tags.remove(tag)
            try await bench.save { context in
                try context.existing(Book.self, 1).tags.remove(try context.existing(Tag.self, "kept"))
            }
            book.tags.append(tag)
            try expect(mine.hasChanges, "there are no changes, though the pair was changed here last")
            try mine.save()
            let stored = try await bench.perform { try $0.existing(Book.self, 1).tags.map(\.word) }
            try expectEqual(stored, ["kept"], "stored tags")
        },
        promise("A pair that was added by others too, and is removed again, is not stored", .united) {
            bench in
            try await saveBook(bench)
            let mine = try bench.stack.makeContext()
            let (book, tag) = (try mine.existing(Book.self, 1), try mine.existing(Tag.self, "other"))
            book.tags.append(tag)
            try await bench.save { context in
                try context.existing(Book.self, 1).tags.append(try context.existing(Tag.self, "other"))
            }
            book.tags.remove(tag)
            try mine.save()
            let stored = try await bench.perform { try $0.existing(Book.self, 1).tags.map(\.word) }
            try expectEqual(stored, ["kept"], "stored tags")
        },
        promise(
            "The policy of the context that the program saves decides on every level up to the store", .united
        ) {
            bench in
            try await saveBook(bench)
            let parent: Context = try bench.stack.makeContext(ContextOptions().merging(.storeWins))
            let kept = try parent.existing(Tag.self, "kept")
            let editor = parent.makeChild(.editor)
            try editor.existing(Tag.self, "kept").weight = 3
            try await bench.save { try $0.existing(Tag.self, "kept").weight = 70 }
            try editor.save()
            try expectEqual(kept.weight, 3, "weight in the parent")
            let stored = try await bench.perform { try $0.existing(Tag.self, "kept").weight }
            try expectEqual(stored, 3, "stored weight")
        },
        promise("After a failed save, queries, objects and lists show one state", .united) { bench in
            try await saveBook(bench)
            let mine = try bench.stack.makeContext()
            let (book, kept) = (try mine.existing(Book.self, 1), try mine.existing(Tag.self, "kept"))
            try expectEqual(book.chapters.count, 1, "chapters at first")
            try mine.insert(Seat(id: 2, label: "taken"))
            try await bench.save { context in
                let book = try context.existing(Book.self, 1)
                try context.insert(Chapter(volume: "v", position: 2, heading: "later", book: book))
                try context.existing(Tag.self, "kept").weight = 9
            }
            try expectError(.constraint, "the save") { try mine.save() }
            let shown = try mine.fetch(Chapter.where { $0.book.id == 1 }).map(\.position)
            try expectEqual(book.chapters.map(\.position), shown, "chapters of the list and of the query")
            try expectEqual(try mine.count(Tag.where { $0.weight == 9 }), kept.weight == 9 ? 1 : 0, "tags")
            try expect(mine.hasChanges, "the insertion is gone")
        },
        promise("A child keeps to its own merge policy against its parent and siblings", .united) { bench in
            try await saveBook(bench)
            let parent: Context = try bench.stack.makeContext()
            let children = [parent.makeChild(ContextOptions()), parent.makeChild(ContextOptions())]
            for child in children {
                let tag = try child.existing(Tag.self, "kept")
                tag.weight = (tag.weight ?? 0) + 1
            }
            try children[0].save()
            try expectError(.conflict, "the second child's save") { try children[1].save() }
            children[1].rollback()
            let tag = try children[1].existing(Tag.self, "kept")
            try children[1].refresh(tag)
            tag.weight = (tag.weight ?? 0) + 1
            try children[1].save()
            try expectEqual(try parent.existing(Tag.self, "kept").weight, 3, "weight in the parent")
        },
        promise("A pair whose other object was deleted elsewhere does not block later saves", .united) {
            bench in
            try await saveBook(bench)
            let mine = try bench.stack.makeContext()
            let (book, other) = (try mine.existing(Book.self, 1), try mine.existing(Tag.self, "other"))
            book.tags.append(other)
            book.title = "mine"
            try await bench.save { try $0.delete(try $0.existing(Tag.self, "other")) }
            do { try mine.save() } catch GranaryError.Code.constraint {}
            try mine.save()
            try expectEqual(book.tags.map(\.word), ["kept"], "tags")
            let stored = try await bench.perform { try $0.existing(Book.self, 1).title }
            try expectEqual(stored, "mine", "stored title")
        },
        promise("A reference to an object deleted elsewhere does not block later saves", .united) { bench in
            try await saveBook(bench)
            let mine = try bench.stack.makeContext()
            let book = Book(id: 2, title: "mine")
            try mine.insert(book)
            book.publisher = try mine.existing(Publisher.self, "p")
            try await bench.save { try $0.delete(try $0.existing(Publisher.self, "p")) }
            do { try mine.save() } catch GranaryError.Code.constraint {}
            try mine.save()
            try expect(book.publisher == nil, "the publisher is still there")
            try expectEqual(try await bench.perform { try $0.count(Book.all) }, 2, "stored books")
        },
        promise("Making a key shows no saves of others", .united) { bench in
            try await saveBook(bench)
            let mine = try bench.stack.makeContext()
            let book = try mine.existing(Book.self, 1)
            try expectEqual(book.tags.map(\.word), ["kept"], "tags at first")
            book.title = "mine"
            // The next query begins a new snapshot.
            try mine.save()
            try mine.insert(Seat(label: "made"))
            try await bench.save { context in
                try context.delete(try context.existing(Tag.self, "kept"))
                try context.insert(Tag(word: "kept", weight: 8))
            }
            let kept = try mine.fetch(Tag.where { $0.word == "kept" }).first
            try expectEqual(kept?.weight, 8, "weight of the new tag")
            try expectEqual(book.tags.map(\.word), [], "tags of the book")
        },
        promise(
            "Deleting or adding objects that others have deleted meanwhile leaves nothing behind", .united
        ) {
            bench in
            try await saveBook(bench)
            let mine = try bench.stack.makeContext()
            let (book, kept) = (try mine.existing(Book.self, 1), try mine.existing(Tag.self, "kept"))
            let other = try mine.existing(Tag.self, "other")
            book.title = "mine"
            try mine.save()
            try await bench.save { context in
                try context.delete(try context.existing(Tag.self, "kept"))
                try context.delete(try context.existing(Tag.self, "other"))
            }
            try mine.delete(kept)
            book.tags.append(other)
            mine.rollback()
            try expect(!mine.hasChanges, "changes are left")
            try expectEqual(book.tags.count, 0, "tags")
        },
        promise("A new object with the key of a deleted one lists the objects that refer to the key", .united)
        { bench in
            try await saveBook(bench)
            try await bench.save { context in
                try context.insert(Loan(reader: "r", book: try context.existing(Book.self, 1)))
            }
            let mine = try bench.stack.makeContext()
            try mine.delete(try mine.existing(Book.self, 1))
            let book = Book(id: 1, title: "again")
            try mine.insert(book)
            try expectEqual(book.loans.map(\.reader), ["r"], "loans of the new book")
            try expectError(.constraint, "the save") { try mine.save() }
        },
        promise("The list of a new object loses objects deleted elsewhere", .united) { bench in
            try await saveBook(bench)
            let mine = Context(try bench.stack.keptHold(), options: ContextOptions())
            let book = Book(id: 2, title: "new")
            try mine.insert(book)
            book.tags.append(try mine.existing(Tag.self, "other"))
            try await bench.save { try $0.delete(try $0.existing(Tag.self, "other")) }
            try mine.refreshAll()
            try expectEqual(book.tags.map(\.word), [], "tags of the new book")
            try mine.save()
        },
        promise("A child that deletes with an outdated list also deletes what its parent has added", .united)
        {
            bench in
            try await saveBook(bench)
            let parent: Context = try bench.stack.makeContext()
            let child = parent.makeChild()
            let book = try child.existing(Book.self, 1)
            try expectEqual(book.chapters.count, 1, "chapters in the child")
            try parent.insert(
                Chapter(volume: "v", position: 2, heading: "new", book: try parent.existing(Book.self, 1)))
            try child.delete(book)
            try child.save()
            try parent.save()
            try expectEqual(try await bench.perform { try $0.count(Chapter.all) }, 0, "stored chapters")
        },
        promise("A deletion whose key a new object took is given up with the new object", .united) { bench in
            try await saveBook(bench)
            let mine = try bench.stack.makeContext(ContextOptions().merging(.storeWins))
            try mine.delete(try mine.existing(Tag.self, "other"))
            try mine.insert(Tag(word: "other", weight: 5))
            try await bench.save { try $0.existing(Tag.self, "other").weight = 70 }
            try mine.save()
            try expectEqual(try mine.fetch(Tag.all).map(\.word), ["kept", "other"], "tags in the context")
            try expectEqual(try mine.existing(Tag.self, "other").weight, 70, "weight")
        },
        promise("A stream passes no object on that its closure has deleted", .united) { bench in
            try await bench.save { context in
                for word in ["a", "b", "c", "d"] { try context.insert(Tag(word: word)) }
            }
            for hasChanges in [false, true] {
                try await bench.perform { context in
                    if hasChanges { try context.insert(Tag(word: "e")) }
                    var seen: [String] = []
                    try context.stream(Tag.all) { tag in
                        seen.append(tag.word)
                        if tag.word == "b" { try context.delete(try context.existing(Tag.self, "c")) }
                        return true
                    }
                    try expectEqual(
                        seen, hasChanges ? ["a", "b", "d", "e"] : ["a", "b", "d"], "tags handed over")
                }
            }
        },
    ]

    /// A deletion wins a conflict in a save that then fails for another reason, and is rolled back.
    private static func rolledBack(_ name: String, _ policy: MergePolicy) -> ConformancePromise {
        promise("A deletion that is rolled back after a conflict shows what others wrote: \(name)", .united) {
            bench in
            try await saveBook(bench)
            let mine = try bench.stack.makeContext(ContextOptions().merging(policy))
            let tag = try mine.existing(Tag.self, "other")
            try mine.delete(tag)
            try mine.insert(Seat(id: 2, label: "taken"))
            try await bench.save { try $0.existing(Tag.self, "other").weight = 70 }
            try expectError(.constraint, "the save") { try mine.save() }
            mine.rollback()
            try expectEqual(try mine.existing(Tag.self, "other").weight, 70, "weight after the rollback")
            tag.weight = (tag.weight ?? 0) + 1
            try mine.save()
            let stored = try await bench.perform { try $0.existing(Tag.self, "other").weight }
            try expectEqual(stored, 71, "stored weight")
        }
    }

    /// A conflict makes a context give up a deletion, with the effects of its delete rules.
    private static func givenUp(_ name: String, _ policy: MergePolicy) -> ConformancePromise {
        promise("A deletion is given up with all effects of its delete rules: \(name)", .united) { bench in
            try await saveBook(bench)
            let mine = try bench.stack.makeContext(ContextOptions().merging(policy))
            try mine.delete(try mine.existing(Book.self, 1))
            try mine.delete(try mine.existing(Publisher.self, "p"))
            try await bench.save { context in
                try context.existing(Book.self, 1).title = "renamed"
                try context.existing(Publisher.self, "p").name = "renamed"
            }
            try mine.save()
            try await bench.perform { context in
                let book = try context.existing(Book.self, 1)
                try expectEqual(book.title, "renamed", "title")
                try expectEqual(book.chapters.map(\.position), [1], "chapters")
                try expectEqual(book.tags.map(\.word), ["kept"], "tags")
                try expectEqual(book.publisher?.name, "renamed", "publisher")
            }
        }
    }

    /// Saves a book with a chapter, a tag and a publisher, another tag, and a seat.
    private static func saveBook(_ bench: ConformanceBench) async throws {
        try await bench.save { context in
            let book = Book(id: 1, title: "book")
            try context.insert(book)
            try context.insert(Chapter(volume: "v", position: 1, heading: "first", book: book))
            book.tags.append(Tag(word: "kept", weight: 1))
            book.publisher = Publisher(code: "p")
            try context.insert(Tag(word: "other", weight: 2))
            try context.insert(Seat(id: 1, label: "taken"))
        }
    }
}
