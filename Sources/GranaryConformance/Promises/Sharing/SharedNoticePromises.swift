import Granary

/// A save in a shared store is told to the observers of all its stacks, with keys and values, and to no other stack.
enum SharedNoticePromises: PromiseList {
    static let category = ConformanceCategory.sharing

    static var promises: [ConformancePromise] { everywhere(values) + kinds + silence + apart + ends }

    // MARK: Values

    private static let values: [ConformancePromise] = [
        promise("A save in a shared store is told to the other stack with keys and values") { bench in
            try await bench.sharing { here, there in
                try await bench.saveLibrary()
                // Only the second stack has an observer.
                var changes = there.changes(of: Tag.self).makeAsyncIterator()
                var options = ContextOptions()
                options.author = "Ann"
                try await bench.save(in: here, options) { context in
                    try context.insert(Tag(word: "new", weight: 1))
                    try context.existing(Tag.self, "blue").weight = 30
                    try context.delete(try context.existing(Tag.self, "unused"))
                }
                let change = try await toldSave(&changes)
                try expectEqual(change.inserted.map(\.word), ["new"], "new tags")
                try expectEqual(change.updated.map(\.before.weight), [3], "weights before")
                try expectEqual(change.updated.map(\.after.weight), [30], "weights after")
                try expectEqual(change.updated.map(\.properties), [["weight"]], "changed properties")
                try expectEqual(change.deleted.map(\.weight), [9], "weights of deleted tags")
                try expectEqual(change.author, "Ann", "who has saved")
                try expect(!change.isWhole && change.number != nil, "the rows are not known")
            }
        },
        promise("A changed reference and what a delete rule does are told to the other stack") { bench in
            try await bench.sharing { here, there in
                try await bench.saveLibrary()
                var books = there.changes(of: Book.self).makeAsyncIterator()
                var chapters = there.changes(of: Chapter.self).makeAsyncIterator()
                try await bench.save(in: here) { context in
                    try context.existing(Book.self, 1).author = try context.existing(Author.self, 2)
                }
                let update = try unwrap(try await toldSave(&books).updated.first, "a changed book")
                try expectEqual([update.before.author, update.after.author], [1, 2], "authors")
                try await bench.save(in: here) { try $0.delete(try $0.existing(Book.self, 1)) }
                try expectEqual(try await toldSave(&books).deleted.map(\.id), [1], "deleted books")
                try expectEqual(try await toldSave(&chapters).deleted.count, 2, "deleted chapters")
            }
        },
    ]

    // MARK: Every kind of save

    private static let kinds: [ConformancePromise] = [
        promise("A save is told to each of three stacks once, with the same number") { bench in
            try await bench.sharing { here, there in
                try await bench.withStack(try bench.sharer()) { third in
                    var readers = [here, there, third].map { $0.changes(of: Tag.self).makeAsyncIterator() }
                    for (number, stack) in [here, there, third].enumerated() {
                        try await bench.saveTag("tag \(number)", in: stack)
                        var numbers: Set<Int64?> = []
                        for position in readers.indices {
                            let change = try await toldSave(&readers[position])
                            try expectEqual(change.inserted.map(\.word), ["tag \(number)"], "new tags")
                            numbers.insert(change.number)
                        }
                        try expect(numbers.count == 1 && !numbers.contains(nil), "numbers: \(numbers)")
                    }
                }
            }
        },
        promise("What was told of another stack's save can be read at once") { bench in
            try await bench.sharing { here, there in
                var changes = there.changes(of: Tag.self).makeAsyncIterator()
                for number in 0..<5 {
                    async let saving: Void = bench.saveTag("tag \(number)", in: here)
                    _ = try await toldSave(&changes)
                    let words = try await bench.words(in: there)
                    try await saving
                    try expect(words.contains("tag \(number)"), "what was told cannot be read yet")
                }
            }
        },
        promise("Batches in a shared store are told to the other stack with the values of their rows") {
            bench in
            try await bench.sharing { here, there in
                try await bench.saveLibrary()
                var books = there.changes(of: Book.self).makeAsyncIterator()
                var loans = there.changes(of: Loan.self).makeAsyncIterator()
                _ = try await here.perform { context in
                    try context.updateAll(Book.where { $0.pages == 96 }) { $0.reprints.set(to: 40) }
                }
                let updated = try await toldSave(&books).updated
                try expectEqual(updated.map(\.after.reprints), [40, 40], "reprints after")
                try expectEqual(Set(updated.map(\.before.reprints)), [96, nil], "reprints before")
                _ = try await here.perform { try $0.deleteAll(Loan.all) }
                let deleted = try await toldSave(&loans).deleted
                try expectEqual(Set(deleted.map(\.reader)), ["reader 0", "reader 1"], "readers")
            }
        },
        promise("Erasing a shared store tells the other stack that any object may be gone") { bench in
            try await bench.sharing { here, there in
                try await bench.saveLibrary()
                let context = try there.makeContext()
                try expect(try context.count(Tag.all) > 0, "no tags")
                var changes = there.changes(of: Tag.self).makeAsyncIterator()
                try await here.eraseAll(in: "Operations")
                let change = try await toldSave(&changes)
                try expect(change.isWhole && change.deleted.isEmpty, "the rows are named")
                try context.refreshAll()
                try expectEqual(try context.count(Tag.all), 0, "tags of a kept context")
            }
        },
        promise("The save of a child is told to the other stack when it reaches the store") { bench in
            try await bench.sharing { here, there in
                var changes = there.changes(of: Tag.self).makeAsyncIterator()
                try await here.perform { context in
                    let child = context.makeChild(.child)
                    try child.insert(Tag(word: "given up"))
                    try child.save()
                    context.rollback()
                    try child.insert(Tag(word: "saved"))
                    try child.save()
                    try context.save()
                }
                try expectEqual(try await toldSave(&changes).inserted.map(\.word), ["saved"], "new tags")
            }
        },
        promise("A save of the main context, in the background too, is told to the other stack") { bench in
            try await bench.sharing { here, there in
                var changes = there.changes(of: Tag.self).makeAsyncIterator()
                try await Self.saveOnMain(here)
                for word in ["main", "background", "editor"] {
                    let change = try await toldSave(&changes)
                    try expectEqual(change.inserted.map(\.word), [word], "the new tag")
                }
            }
        },
        promise("A background save that ends when its stack has left the store is told to the other stack") {
            bench in
            try await bench.withOneWorker { here in
                let other = try bench.sharer(of: here, bench.configurations(at: "other"))
                try await bench.withStack(other) { try await Self.leaveUnsettled(here, $0) }
            }
        },
        promise("A stack whose units of work go through its main context tells the others what they save") {
            bench in
            try await bench.sharing(strategy: StandardContextStrategy.nested) { here, there in
                var mine = here.changes(of: Tag.self).makeAsyncIterator()
                var theirs = there.changes(of: Tag.self).makeAsyncIterator()
                try await bench.saveTag("there", in: there)
                try await bench.saveTag("here", in: here)
                for word in ["there", "here"] {
                    try expectEqual(try await toldSave(&mine).inserted.map(\.word), [word], "told here")
                    try expectEqual(try await toldSave(&theirs).inserted.map(\.word), [word], "told there")
                }
                try expectEqual(try await bench.words(in: there), ["here", "there"], "tags")
            }
        },
        promise("An action's save is told to the other stack") { bench in
            try await bench.sharing { here, there in
                var changes = there.changes(of: Tag.self).makeAsyncIterator()
                let action = here.run(.general) { _, context in
                    try context.insert(Tag(word: "action"))
                    try context.save()
                }
                try await action.result()
                try expectEqual(try await toldSave(&changes).inserted.map(\.word), ["action"], "new tags")
            }
        },
    ]

    @MainActor private static func saveOnMain(_ stack: PersistentStack) async throws {
        let main = try stack.mainContext
        try main.insert(Tag(word: "main"))
        try main.save()
        try main.insert(Tag(word: "background"))
        try await main.saveInBackground()
        let editor = main.makeChild(.editor)
        try editor.insert(Tag(word: "editor"))
        try editor.save()
        if main.hasChanges { try main.save() }
    }

    @MainActor private static func leaveUnsettled(
        _ here: PersistentStack, _ there: PersistentStack
    ) async throws {
        let (main, context) = (try here.mainContext, try there.makeContext())
        _ = try context.existing(Tag.self, "red")
        var changes = there.changes(of: Tag.self).makeAsyncIterator()
        try main.existing(Tag.self, "red").weight = 77
        try await here.saveUnsettled(main, until: { try $0.existing(Tag.self, "red").weight == 77 }) {
            try here.stop()
        }
        try expect(context.hasNews, "a kept context has not heard of it")
        try there.weigh("blue", 78)
        for weight in [77, 78] {
            try expectEqual(try await toldSave(&changes).updated.map(\.after.weight), [weight], "told")
        }
    }

    // MARK: Nothing

    private static let silence: [ConformancePromise] = [
        promise("What does not reach a shared store is not told to the other stack") { bench in
            try await bench.sharing { here, there in
                try await bench.saveLibrary()
                var changes = there.changes(of: Tag.self).makeAsyncIterator()
                try await expectErrorAsync(.constraint, "a key twice") {
                    try await bench.saveTag("blue", in: here)
                }
                try await bench.save(in: here, .temporary) { try $0.insert(Tag(word: "temporary")) }
                try await here.perform { try $0.insert(Tag(word: "not saved")) }
                try await bench.save(in: here) { try $0.existing(Book.self, 1).pages = 1 }
                try await bench.saveTag("after", in: here)
                try expectEqual(try await toldSave(&changes).inserted.map(\.word), ["after"], "new tags")
            }
        },
        promise("Saves before a stack has joined the store are not told to it") { bench in
            try await bench.saveTag("before", in: bench.stack)
            try await bench.sharing { here, there in
                var changes = there.changes(of: Tag.self).makeAsyncIterator()
                try await bench.saveTag("after", in: here)
                try expectEqual(try await toldSave(&changes).inserted.map(\.word), ["after"], "new tags")
            }
        },
    ]

    // MARK: Other stores

    private static let apart: [ConformancePromise] = [
        promise("A save in a store of one's own is told to no other stack", .apart) { bench in
            try await bench.sharingReference { here, there in
                var mine = here.changes(of: Tag.self).makeAsyncIterator()
                var theirs = there.changes(of: Tag.self).makeAsyncIterator()
                let context = try here.makeContext()
                try expectEqual(try context.count(Tag.all), 0, "tags")
                try await bench.saveTag("there", in: there)
                _ = try await there.perform { context in
                    try context.updateAll(Tag.all) { $0.weight.set(to: 1) }
                }
                try await there.eraseAll(in: "Operations")
                try expect(!context.hasNews, "a context of the first stack has heard of it")
                try await bench.saveTag("here", in: here)
                try expectEqual(try await toldSave(&mine).inserted.map(\.word), ["here"], "told here")
                try expectEqual(try await toldSave(&theirs).inserted.map(\.word), ["there"], "told there")
                try expectEqual(try await toldSave(&theirs).updated.map(\.after.weight), [1], "then")
                try expectEqual(
                    try await toldSave(&theirs).isWhole, true, "whether the erasure is told at last")
            }
        },
        promise(
            "Of a save over a shared store and an own one the other stack is told the shared part", .apart
        ) {
            bench in
            try await bench.sharingReference { here, there in
                var authors = here.changes(of: Author.self).makeAsyncIterator()
                var books = here.changes(of: Book.self).makeAsyncIterator()
                try await bench.save(in: there) { context in
                    let author = Author(id: 1, name: "Ada")
                    try context.insert(author)
                    let book = Book(id: 1, title: "There")
                    book.author = author
                    try context.insert(book)
                }
                try expectEqual(try await toldSave(&authors).inserted.map(\.name), ["Ada"], "authors told")
                try await bench.save(in: here) { try $0.insert(Book(id: 2, title: "Here")) }
                try expectEqual(try await toldSave(&books).inserted.map(\.title), ["Here"], "books told")
            }
        },
        promise("A save over two shared stores is told once to each observer of the other stack", .apart) {
            bench in
            try await bench.sharing { here, there in
                var authors = there.changes(of: Author.self).makeAsyncIterator()
                var books = there.changes(of: Book.self).makeAsyncIterator()
                for id in 1...2 {
                    try await bench.save(in: here) { context in
                        let author = Author(id: id, name: "Author \(id)")
                        try context.insert(author)
                        let book = Book(id: id, title: "Book \(id)")
                        book.author = author
                        try context.insert(book)
                    }
                    try expectEqual(try await toldSave(&authors).inserted.map(\.id), [id], "authors told")
                    let told = try await toldSave(&books).inserted
                    try expectEqual(told.map(\.id), [id], "books told")
                    try expectEqual(told.map(\.author), [id], "their authors")
                }
            }
        },
    ]

    // MARK: The end

    private static let ends: [ConformancePromise] = [
        promise("A stack that detaches a shared store is told the saves before, and no later ones", .apart) {
            bench in
            try await bench.sharing { here, there in
                var changes = there.changes(of: Tag.self).makeAsyncIterator()
                try await bench.saveTag("last", in: here)
                try await there.detachPersistentStore("Operations")
                try await bench.saveTag("later", in: here)
                try expectEqual(try await toldSave(&changes).inserted.map(\.word), ["last"], "new tags")
                try await expectErrorAsync(.closed, "a detached store") { _ = try await changes.next() }
            }
        },
        promise("A reader of a stack is told its stack's end, and that of another stack ends nothing") {
            bench in
            try await bench.sharing { here, there in
                let changes = there.changes(of: Tag.self)
                var mine = here.changes(of: Tag.self).makeAsyncIterator()
                async let end: GranaryError = expectErrorAsync(.closed, "the stopped stack") {
                    for try await change in changes {
                        try expectEqual(change.inserted.map(\.word), ["before"], "what is told")
                    }
                }
                try await bench.saveTag("before", in: here)
                try await there.stop()
                _ = try await end
                try await bench.saveTag("after", in: here)
                for word in ["before", "after"] {
                    try expectEqual(try await toldSave(&mine).inserted.map(\.word), [word], "told here")
                }
            }
        },
    ]
}
