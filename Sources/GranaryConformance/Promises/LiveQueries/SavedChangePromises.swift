import Granary

/// Programs are notified of every save, with the values before and after.
enum SavedChangePromises: PromiseList {
    static let category = ConformanceCategory.observation

    static var promises: [ConformancePromise] {
        everywhere(relationships, in: [.united, .apart]) + values + spread + silence + batches + children
            + ends
    }

    private static let relationships: [ConformancePromise] = [
        promise("A changed reference is told with the keys before and after") { bench in
            try await bench.saveLibrary()
            var changes = bench.stack.changes(of: Book.self).makeAsyncIterator()
            try await bench.save { context in
                try context.existing(Book.self, 1).author = try context.existing(Author.self, 2)
            }
            let update = try unwrap(try await change(&changes).updated.first, "a changed book")
            try expectEqual(update.before.author, 1, "author before")
            try expectEqual(update.after.author, 2, "author after")
            try expectEqual(update.properties, ["author"], "changed properties")
        },
        promise("What a delete rule does is told of each model") { bench in
            try await bench.saveLibrary()
            let stack = bench.stack
            var books = stack.changes(of: Book.self).makeAsyncIterator()
            var chapters = stack.changes(of: Chapter.self).makeAsyncIterator()
            var publishers = stack.changes(of: Publisher.self).makeAsyncIterator()
            try await bench.save { try $0.delete(try $0.existing(Book.self, 1)) }
            try expectEqual(try await change(&books).deleted.map(\.id), [1], "deleted books")
            try expectEqual(try await change(&chapters).deleted.count, 2, "deleted chapters")
            try await bench.save { try $0.delete(try $0.existing(Publisher.self, "P1")) }
            let change = try await change(&publishers)
            try expectEqual(change.deleted.map(\.code), ["P1"], "deleted publishers")
            try expectEqual(change.updated.map(\.after.owner), [nil, nil], "owners of the others")
        },
    ]

    private static let values: [ConformancePromise] = [
        promise("A save tells its new, changed and deleted objects with their values") { bench in
            try await bench.saveLibrary()
            var changes = bench.stack.changes(of: Tag.self).makeAsyncIterator()
            try await bench.save { context in
                try context.insert(Tag(word: "new", weight: 1))
                try context.existing(Tag.self, "blue").weight = 30
                try context.delete(try context.existing(Tag.self, "unused"))
            }
            let change = try await change(&changes)
            try expectEqual(change.inserted.map(\.word), ["new"], "new tags")
            try expectEqual(change.updated.map(\.before.weight), [3], "weights before")
            try expectEqual(change.updated.map(\.after.weight), [30], "weights after")
            try expectEqual(change.updated.map(\.properties), [["weight"]], "changed properties")
            try expectEqual(change.deleted.map(\.weight), [9], "weights of deleted tags")
            try expect(!change.isWhole && change.number != nil, "the rows are not known")
        },
        promise("Saves are told with their author, each with a larger number than the one before") { bench in
            var changes = bench.stack.changes(of: Tag.self).makeAsyncIterator()
            for author in ["Ann", "Ben"] {
                var options = ContextOptions()
                options.author = author
                try await bench.save(options) { try $0.insert(Tag(word: author)) }
            }
            let (first, second) = (try await change(&changes), try await change(&changes))
            try expectEqual([first.author, second.author], ["Ann", "Ben"], "authors")
            try expect((first.number ?? 0) < (second.number ?? 0), "the numbers do not grow")
        },
        promise("An object that takes the key of a deleted one is told as deleted and as new") { bench in
            try await bench.saveLibrary()
            var changes = bench.stack.changes(of: Tag.self).makeAsyncIterator()
            try await bench.save { context in
                try context.delete(try context.existing(Tag.self, "blue"))
                try context.insert(Tag(word: "blue", weight: 50))
            }
            let change = try await change(&changes)
            try expectEqual(change.deleted.map(\.weight), [3], "deleted")
            try expectEqual(change.inserted.map(\.weight), [50], "inserted")
        },
        promise("A settled conflict is told as it was stored") { bench in
            try await bench.saveLibrary()
            let stack = bench.stack
            var changes = stack.changes(of: Tag.self).makeAsyncIterator()
            try await bench.perform(.importer) { context in
                let tag = try context.existing(Tag.self, "blue")
                let other = try stack.makeContext()
                try other.existing(Tag.self, "blue").weight = 4
                try other.save()
                tag.weight = 6
                try context.save()
            }
            try expectEqual(try await change(&changes).updated.map(\.after.weight), [4], "the first save")
            let update = try unwrap(try await change(&changes).updated.first, "a changed tag")
            try expectEqual([update.before.weight, update.after.weight], [4, 6], "weights")
        },
    ]

    private static let spread: [ConformancePromise] = [
        promise("One save over two stores is told once to the observers of each model", .apart) { bench in
            var options = ContextOptions()
            options.author = "Ann"
            var authors = bench.stack.changes(of: Author.self).makeAsyncIterator()
            var books = bench.stack.changes(of: Book.self).makeAsyncIterator()
            for id in 1...2 {
                try await bench.save(options) { context in
                    let author = Author(id: id, name: "Author \(id)")
                    try context.insert(author)
                    let book = Book(id: id, title: "Book \(id)")
                    book.author = author
                    try context.insert(book)
                }
            }
            for id in 1...2 {
                let (author, book) = (try await change(&authors), try await change(&books))
                try expectEqual(author.inserted.map(\.id), [id], "the new author")
                try expectEqual(book.inserted.map(\.id), [id], "the new book")
                try expectEqual(book.inserted.map(\.author), [id], "the book's author")
                try expectEqual([author.author, book.author], ["Ann", "Ann"], "who has saved")
                try expect(author.number != nil && book.number != nil, "a save without its number")
            }
        }
    ]

    private static let silence: [ConformancePromise] = [
        promise("A save that is refused tells nothing") { bench in
            try await bench.saveLibrary()
            var changes = bench.stack.changes(of: Tag.self).makeAsyncIterator()
            try await expectErrorAsync(.constraint, "a key twice") {
                try await bench.save { try $0.insert(Tag(word: "blue")) }
            }
            try await bench.save { try $0.insert(Tag(word: "after")) }
            try expectEqual(try await change(&changes).inserted.map(\.word), ["after"], "new tags")
        },
        promise("An object that is changed and changed back is not told") { bench in
            try await bench.saveLibrary()
            var changes = bench.stack.changes(of: Tag.self).makeAsyncIterator()
            try await bench.save { context in
                let tag = try context.existing(Tag.self, "blue")
                tag.weight = 8
                tag.weight = 3
            }
            try await bench.save { try $0.insert(Tag(word: "after")) }
            try expectEqual(try await change(&changes).inserted.map(\.word), ["after"], "new tags")
        },
        promise("A save of another model, a temporary context and a unit of work without a save tell nothing")
        {
            bench in
            try await bench.saveLibrary()
            var changes = bench.stack.changes(of: Tag.self).makeAsyncIterator()
            try await bench.save { try $0.existing(Book.self, 1).pages = 1 }
            try await bench.save(.temporary) { try $0.insert(Tag(word: "temporary")) }
            try await bench.perform { try $0.insert(Tag(word: "not saved")) }
            try await bench.save { try $0.insert(Tag(word: "after")) }
            try expectEqual(try await change(&changes).inserted.map(\.word), ["after"], "new tags")
        },
        promise("A new pair of a relationship to many is no change of its objects") { bench in
            try await bench.saveLibrary()
            var changes = bench.stack.changes(of: Tag.self).makeAsyncIterator()
            try await bench.save { context in
                try context.existing(Book.self, 3).tags.append(try context.existing(Tag.self, "blue"))
            }
            try await bench.save { try $0.insert(Tag(word: "after")) }
            try expectEqual(try await change(&changes).inserted.map(\.word), ["after"], "new tags")
        },
        promise("Saves are told where contexts do not merge them") { bench in
            var settings = bench.harness.settings
            settings.automaticMerge = false
            try await bench.withStack(try bench.anotherStack(at: "quiet", settings: settings)) { stack in
                var changes = stack.changes(of: Tag.self).makeAsyncIterator()
                try await bench.saveTag("loud", in: stack)
                try expectEqual(try await change(&changes).inserted.map(\.word), ["loud"], "new tags")
            }
        },
    ]

    private static let batches: [ConformancePromise] = [
        promise("A batch update tells every changed object with its values") { bench in
            try await bench.saveLibrary()
            var changes = bench.stack.changes(of: Book.self).makeAsyncIterator()
            let count = try await bench.perform { context in
                try context.updateAll(Book.where { $0.pages == 96 }) { $0.reprints.set(to: 40) }
            }
            let change = try await change(&changes)
            try expectEqual(change.updated.count, count, "changed books")
            try expectEqual(change.updated.map(\.after.reprints), [40, 40], "reprints after")
            try expectEqual(Set(change.updated.map(\.before.id)), [2, 6], "books")
            try expectEqual(Set(change.updated.map(\.before.reprints)), [96, nil], "reprints before")
        },
        promise("A batch deletion tells every deleted object with its values") { bench in
            try await bench.saveLibrary()
            var changes = bench.stack.changes(of: Loan.self).makeAsyncIterator()
            let count = try await bench.perform { try $0.deleteAll(Loan.all) }
            let change = try await change(&changes)
            try expectEqual(change.deleted.count, count, "deleted loans")
            try expectEqual(Set(change.deleted.map(\.reader)), ["reader 0", "reader 1"], "readers")
        },
        promise("Erasing a store tells that any object may be gone") { bench in
            try await bench.saveLibrary()
            var changes = bench.stack.changes(of: Tag.self).makeAsyncIterator()
            let configuration = try unwrap(try bench.schema().entity("Tag"), "the entity").configuration
            try await bench.stack.eraseAll(in: configuration)
            let change = try await change(&changes)
            try expect(change.isWhole && change.deleted.isEmpty, "the rows are named")
        },
    ]

    private static let children: [ConformancePromise] = [
        promise("The save of a child is told when it reaches the stores") { bench in
            var changes = bench.stack.changes(of: Tag.self).makeAsyncIterator()
            try await bench.perform { context in
                let child = context.makeChild(.child)
                try child.insert(Tag(word: "kept"))
                try child.save()
                context.rollback()
                try child.insert(Tag(word: "saved"))
                try child.save()
                try context.save()
            }
            try expectEqual(try await change(&changes).inserted.map(\.word), ["saved"], "new tags")
        },
        promise(
            "A save through parents is told with the child's author, and with the parent's where it has none"
        ) { bench in
            var changes = bench.stack.changes(of: Tag.self).makeAsyncIterator()
            var parent = ContextOptions()
            parent.author = "Ben"
            try await bench.perform(parent) { context in
                for (word, author) in [("first", "Ann"), ("second", nil)] {
                    var options = ContextOptions.editor
                    options.author = author
                    let child = context.makeChild(.editor).makeChild(options)
                    try child.insert(Tag(word: word))
                    try child.save()
                }
                try context.insert(Tag(word: "third"))
                try context.save()
            }
            for (word, author) in [("first", "Ann"), ("second", "Ben"), ("third", "Ben")] {
                let change = try await change(&changes)
                try expectEqual(change.inserted.map(\.word), [word], "the new tag")
                try expectEqual(change.author, author, "the author of “\(word)”")
            }
        },
        promise("A save in the background through the main context is told with the child's author") {
            bench in
            var changes = bench.stack.changes(of: Tag.self).makeAsyncIterator()
            try await saveInBackground("red", by: "Ann", bench)
            let change = try await change(&changes)
            try expectEqual(change.inserted.map(\.word), ["red"], "the new tag")
            try expectEqual(change.author, "Ann", "the author")
        },
        promise("A child hears of its sibling's save at once, and other contexts when it reaches the stores")
        {
            bench in
            try await bench.saveLibrary()
            try await MainActor.run {
                let main = try bench.stack.mainContext
                let other = try bench.stack.makeContext(ContextOptions())
                let (first, second) = (main.makeChild(.child), main.makeChild(.child))
                let grandchild = second.makeChild(.child)
                let seen = try [second, grandchild].map { try $0.existing(Tag.self, "blue") }
                let outside = try other.existing(Tag.self, "blue")
                try first.existing(Tag.self, "blue").weight = 31
                try first.save()
                for context in [second, grandchild] { _ = try context.count(Tag.all) }
                try expectEqual(seen.map(\.weight), [31, 31], "in the sibling and its child")
                try expect(!other.hasNews, "another context has heard of it")
                try main.save()
                try other.refreshAll()
                try expectEqual(outside.weight, 31, "in the other context")
            }
        },
    ]

    /// Saves a tag by an editor of the main context, in the background.
    @MainActor private static func saveInBackground(
        _ word: String, by author: String, _ bench: ConformanceBench
    ) async throws {
        var options = ContextOptions.editor
        options.author = author
        let editor = try bench.stack.mainContext.makeChild(options)
        try editor.insert(Tag(word: word))
        try await editor.saveInBackground()
    }

    private static let ends: [ConformancePromise] = [
        promise("Detaching a store ends the sequence, after the saves that were made before") { bench in
            let stack = try bench.anotherStack(at: "leaving")
            try await bench.withStack(stack) { stack in
                var changes = stack.changes(of: Tag.self).makeAsyncIterator()
                try await bench.saveTag("last", in: stack)
                try await stack.detachPersistentStores(stack.attachedStores.map(\.name))
                try expectEqual(try await change(&changes).inserted.map(\.word), ["last"], "new tags")
                try await expectErrorAsync(.closed, "a detached store") { _ = try await changes.next() }
                let further = try await changes.next()
                try expect(further == nil, "the sequence goes on")
            }
        },
        promise("A reader that waits is told that the stack is closed") { bench in
            let stack = try bench.anotherStack(at: "closing")
            try await stack.start()
            let changes = stack.changes(of: Tag.self)
            async let end: GranaryError = expectErrorAsync(.closed, "a closed stack") {
                for try await _ in changes {}
            }
            try await stack.close()
            _ = try await end
        },
        promise("A reader that is cancelled ends without an error") { bench in
            let changes = bench.stack.changes(of: Tag.self)
            let reader = Task {
                for try await _ in changes {}
                return true
            }
            reader.cancel()
            let hasEnded = try await reader.value
            try expect(hasEnded, "it did not end")
        },
    ]

    /// The next change, which must come.
    private static func change<M: Model>(
        _ changes: inout SavedChanges<M>.Iterator, isolation: isolated (any Actor)? = #isolation
    ) async throws -> SavedChange<M> {
        try unwrap(try await changes.next(isolation: isolation), "the sequence ended")
    }
}
