import Granary

/// Contexts by intent, and the settings that can change while the stack runs.
enum IntentPromises: PromiseList {
    static let category = ConformanceCategory.tasks

    static var promises: [ConformancePromise] { everywhere(intents + switches, in: [.united, .apart]) }

    /// Makes a promise about a stack that contains the library.
    private static func promise(
        _ name: String, _ body: @escaping @Sendable @MainActor (PersistentStack) async throws -> Void
    ) -> ConformancePromise {
        promise(name) { bench in try await bench.withLibrary(body) }
    }

    private static let intents: [ConformancePromise] = [
        promise("An importer's value wins where others have changed the same property") { stack in
            let importer = try stack.importerContext()
            try importer.existing(Tag.self, "red").weight = 1
            try stack.weigh("red", 2)
            try importer.save()
            try expectEqual(try stack.weight("red"), 1, "the stored weight")
        },
        promise("A temporary context stores nothing") { stack in
            let context = try stack.temporaryContext()
            try context.existing(Tag.self, "red").weight = 1
            try context.insert(Tag(word: "never"))
            try context.save()
            try expectEqual(try stack.weight("red"), -1, "the stored weight")
            try expectEqual(try stack.makeContext().count(Tag.all), 4, "tags")
        },
        promise("An editor saves to the stores, and one that is dropped has changed nothing") { stack in
            let main = try stack.mainContext
            let red = try main.existing(Tag.self, "red")
            do {
                let dropped = try stack.editorContext()
                try dropped.existing(Tag.self, "red").weight = 5
                try dropped.insert(Tag(word: "never"))
            }
            try expect(!main.hasChanges && red.weight == -1, "the main context has changed")
            let editor = try stack.editorContext()
            try editor.existing(Tag.self, "red").weight = 6
            try editor.save()
            try expectEqual(red.weight, 6, "weight in the main context")
            try expectEqual(try stack.weight("red"), 6, "the stored weight")
        },
        promise("An object of one context is found in another, whose values it has there") { stack in
            let main = try stack.mainContext
            let red = try main.existing(Tag.self, "red")
            let new = Tag(word: "new")
            try main.insert(new)
            red.weight = 5
            let (editor, other) = (try stack.editorContext(), try stack.makeContext())
            try expect(try main.localInstance(of: red) === red, "another object of the same context")
            let local = try unwrap(try editor.localInstance(of: red), "red in the editor")
            try expect(local !== red && local.weight == 5, "not the editor's own object")
            try expectEqual(try other.localInstance(of: red)?.weight, -1, "weight in another context")
            try expectEqual(try editor.localInstance(of: new)?.word, "new", "an unsaved object in the editor")
            try expect(try other.localInstance(of: new) == nil, "an unsaved object elsewhere")
            try expect(
                try main.localInstance(of: Tag(word: "red")) == nil, "an object of no context is found")
        },
    ]

    private static let switches: [ConformancePromise] = [
        promise("The main context becomes read-only and may save again while the stack runs") { stack in
            let main = try stack.mainContext
            let red = try main.existing(Tag.self, "red")
            red.weight = 5
            stack.isMainContextReadOnly = true
            let error = try expectError(.unsupported, "the save") { try main.save() }
            try expect(error.message.contains("isMainContextReadOnly"), "no remedy: \(error)")
            try expectEqual(try stack.weight("red"), -1, "the stored weight")
            stack.isMainContextReadOnly = false
            try main.save()
            try expectEqual(try stack.weight("red"), 5, "the final stored weight")
        },
        promise("An editor of a read-only main context is refused with what to do") { stack in
            let early = try stack.editorContext()
            try early.existing(Tag.self, "red").weight = 5
            stack.isMainContextReadOnly = true
            let error = try expectError(.unsupported, "the editor") { _ = try stack.editorContext() }
            for remedy in ["perform", "isMainContextReadOnly"] {
                try expect(error.message.contains(remedy), "no remedy: \(error)")
            }
            try expectError(.unsupported, "an earlier editor's save") { try early.save() }
            try expect(try !stack.mainContext.hasChanges && early.hasChanges, "changes have moved")
            stack.isMainContextReadOnly = false
            try early.save()
            try expectEqual(try stack.weight("red"), 5, "the stored weight")
        },
        promise("Merging is turned off and on while the stack runs; what was missed is merged then") {
            stack in
            let main = try stack.mainContext
            let (red, author) = (try main.existing(Tag.self, "red"), try main.existing(Author.self, 1))
            let books = author.books.count
            stack.mergesAutomatically = false
            try stack.weigh("red", 77)
            try stack.insertBook(900, by: 1)
            await main.followed()
            try expectEqual(red.weight, -1, "weight while merging is off")
            stack.mergesAutomatically = true
            await main.followed()
            try expectEqual(red.weight, 77, "weight once merging is on")
            try expectEqual(author.books.count, books + 1, "books of the author")
            try stack.weigh("red", 78)
            await main.followed()
            try expectEqual(red.weight, 78, "weight after another save")
        },
    ]
}

extension PersistentStack {
    /// Stores a book of an author, in a separate context.
    fileprivate func insertBook(_ id: Int, by author: Int) throws {
        let context = try makeContext()
        let book = Book(id: id, title: "new")
        try context.insert(book)
        book.author = try context.existing(Author.self, author)
        try context.save()
    }
}
