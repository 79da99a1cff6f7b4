import Granary

/// The save of an editor also saves its parents, down to the stores.
enum EditorPromises: PromiseList {
    static let category = ConformanceCategory.unitOfWork
    static let areAboutContent = true

    static var promises: [ConformancePromise] { everywhere(saving + merging, in: [.united, .apart]) }

    /// Makes a promise about the contexts of a stack that contains the library.
    private static func promise(
        _ name: String, _ body: @escaping @Sendable (Context, PersistentStack) throws -> Void
    ) -> ConformancePromise {
        promise(name) { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                try body(context, bench.stack)
            }
        }
    }

    private static let saving: [ConformancePromise] = [
        promise("An editor's save is stored at once, with what its parent had unsaved") { parent, stack in
            try parent.existing(Tag.self, "red").weight = 500
            let editor = parent.makeChild(.editor)
            let book = try editor.existing(Book.self, 1)
            book.author = try editor.existing(Author.self, 3)
            book.tags.append(Tag(word: "from the editor"))
            try editor.delete(try editor.existing(Tag.self, "unused"))
            try editor.save()
            try expect(!editor.hasChanges && !parent.hasChanges, "changes are left")
            try expectEqual(try parent.existing(Book.self, 1).author?.id, 3, "author in the parent")
            let reader = try stack.makeContext()
            try expectEqual(
                try reader.fetch(Tag.all).map(\.word), ["blue", "from the editor", "green", "red"], "tags")
            try expectEqual(try reader.existing(Author.self, 3).books.map(\.id), [1, 4, 5], "books")
            try expectEqual(try stack.weight("red"), 500, "the weight that the parent had changed")
        },
        promise("An editor of an editor saves through both") { parent, stack in
            let middle = parent.makeChild(.editor)
            try middle.existing(Tag.self, "blue").weight = 400
            let editor = middle.makeChild(.editor)
            try editor.existing(Tag.self, "red").weight = 500
            try editor.save()
            try expect(!middle.hasChanges && !parent.hasChanges, "changes are left")
            try expectEqual(try stack.weight("red"), 500, "the stored weight")
            try expectEqual(try stack.weight("blue"), 400, "the weight that the middle editor had changed")
        },
        promise("An editor that does not save leaves its parent and the stores as they were") {
            parent, stack in
            let red = try parent.existing(Tag.self, "red")
            let editor = parent.makeChild(.editor)
            try editor.existing(Tag.self, "red").weight = 500
            try editor.insert(Tag(word: "from the editor"))
            editor.rollback()
            try editor.save()
            try expectEqual(red.weight, -1, "weight in the parent")
            try expect(!parent.hasChanges, "the parent has changes")
            try expectEqual(try stack.weight("red"), -1, "the stored weight")
            try expectEqual(try stack.makeContext().count(Tag.all), 4, "tags")
        },
        promise("An editor whose save is refused leaves its parent as it was, and saves once corrected") {
            parent, stack in
            let red = try parent.existing(Tag.self, "red")
            let editor = parent.makeChild(.editor)
            try editor.existing(Tag.self, "red").weight = 500
            let seats = (1...2).map { Seat(id: $0, label: "same") }
            for seat in seats { try editor.insert(seat) }
            for _ in 0..<2 { try expectError(.constraint, "the save") { try editor.save() } }
            try expectEqual(red.weight, -1, "weight in the parent")
            try expect(
                !parent.hasChanges && editor.hasChanges, "the parent has changes, or the editor has none")
            try expectEqual(try stack.weight("red"), -1, "the stored weight")
            seats[1].label = "another"
            try editor.save()
            try expect(!parent.hasChanges && !editor.hasChanges, "changes are left")
            try expectEqual(red.weight, 500, "the final weight in the parent")
            try expectEqual(try stack.makeContext().count(Seat.all), 2, "seats")
            try expectEqual(try stack.weight("red"), 500, "the final stored weight")
        },
    ]

    private static let merging: [ConformancePromise] = [
        promise("Of two editors of one parent each saves its properties, and the later one wins") {
            parent, stack in
            let (first, second) = (parent.makeChild(.editor), parent.makeChild(.editor))
            let (one, other) = (try first.existing(Book.self, 1), try second.existing(Book.self, 1))
            (one.pages, one.subtitle) = (7_000, "by the first")
            (other.title, other.subtitle) = ("by the second", "by the second")
            try first.save()
            try second.save()
            let reader = try stack.makeContext()
            let stored = try reader.existing(Book.self, 1)
            try expectEqual(stored.pages, 7_000, "the property that only the first changed")
            try expectEqual(stored.title, "by the second", "the property that only the second changed")
            try expectEqual(stored.subtitle, "by the second", "the property that both changed")
        },
        promise("An editor wins where others have saved the same property, and keeps their other ones") {
            parent, stack in
            let book = try parent.existing(Book.self, 1)
            let editor = parent.makeChild(.editor)
            try editor.existing(Book.self, 1).title = "by the editor"
            let others = try stack.makeContext()
            let theirs = try others.existing(Book.self, 1)
            (theirs.title, theirs.pages) = ("by others", 7_000)
            try others.save()
            try editor.save()
            try expectEqual(book.title, "by the editor", "title in the parent")
            let reader = try stack.makeContext()
            let stored = try reader.existing(Book.self, 1)
            try expectEqual(stored.title, "by the editor", "the stored title")
            try expectEqual(stored.pages, 7_000, "the property that only others changed")
        },
    ]
}
