import Granary

/// A save in the background writes the changes at its call; edits made during it are left to the next one.
enum BackgroundSavePromises: PromiseList {
    static let category = ConformanceCategory.unitOfWork

    static var promises: [ConformancePromise] {
        everywhere(edits + objects + reading, in: [.united, .apart])
    }

    /// Makes a promise about a stack with one thread for work that contains the library, in separate stores.
    private static func promise(
        _ name: String, _ body: @escaping @Sendable @MainActor (PersistentStack) async throws -> Void
    ) -> ConformancePromise {
        promise(name) { bench in try await bench.withOneWorker(body) }
    }

    private static let edits: [ConformancePromise] = [
        promise("A save in the background stores all changes, and the context is clean afterwards") { stack in
            let main = try stack.mainContext
            let book = try main.existing(Book.self, 1)
            book.author = try main.existing(Author.self, 3)
            book.tags.append(Tag(word: "new"))
            try main.delete(try main.existing(Tag.self, "unused"))
            try await main.saveInBackground()
            try expect(!main.hasChanges, "changes are left")
            try expect(try main.object(Tag.self, "unused") == nil, "the deleted tag is found")
            let reader = try stack.makeContext()
            let stored = try reader.existing(Book.self, 1)
            try expectEqual(stored.author?.id, 3, "the stored author")
            try expectEqual(stored.tags.map(\.word), ["blue", "green", "new"], "the stored tags")
            try expectEqual(try reader.fetch(Tag.all).map(\.word), ["blue", "green", "new", "red"], "tags")
            try main.existing(Tag.self, "new").weight = 5
            try main.save()
            try expectEqual(try stack.weight("new"), 5, "the weight stored afterwards")
        },
        promise("What is edited during a save in the background is based on what it stored") { stack in
            let main = try stack.mainContext
            let (red, blue) = (try main.existing(Tag.self, "red"), try main.existing(Tag.self, "blue"))
            (red.weight, blue.weight) = (1, 1)
            try await stack.saveHeld(main) { _ in
                red.weight = 2
                try expect(main.hasChanges, "the changes are gone before they are stored")
            }
            try expectEqual([red.weight, blue.weight], [2, 1], "weights")
            try expectEqual(main.changes.properties(of: red), ["weight"], "changed properties")
            try expectEqual(main.changes.savedSnapshot(of: red)?.weight, 1, "the saved weight")
            try expect(main.changes.properties(of: blue).isEmpty, "the other tag has changes")
            try expectEqual(try stack.weight("red"), 1, "the stored weight")
            try await main.saveInBackground()
            try expect(!main.hasChanges, "changes are left")
            try expectEqual(try stack.weight("red"), 2, "the final stored weight")
        },
        promise("A rollback during a save in the background gives up only what was edited since") { stack in
            let main = try stack.mainContext
            let red = try main.existing(Tag.self, "red")
            red.weight = 1
            try main.insert(Tag(word: "new"))
            try main.delete(try main.existing(Tag.self, "unused"))
            try await stack.saveHeld(main) { _ in
                red.weight = 2
                try main.insert(Tag(word: "later"))
                main.rollback()
                try expectEqual(red.weight, 1, "the weight after the rollback")
                try expectEqual(
                    try main.fetch(Tag.all).map(\.word), ["blue", "green", "new", "red"],
                    "tags after the rollback")
            }
            try expect(!main.hasChanges, "changes are left")
            try expectEqual(try main.fetch(Tag.all).map(\.word), ["blue", "green", "new", "red"], "tags")
            try expectEqual(try stack.weight("red"), 1, "the stored weight")
        },
        promise("A deletion that is undone and rolled back during its save in the background is one") {
            stack in
            let main = try stack.mainContext
            main.history.levels = 10
            try main.history.step { try main.delete(try main.existing(Tag.self, "unused")) }
            try await stack.saveHeld(main) { _ in
                try expect(try main.history.undo(), "nothing to undo")
                try expect(try main.object(Tag.self, "unused") != nil, "the tag is not back")
                main.rollback()
                try expect(try main.object(Tag.self, "unused") == nil, "the tag is found during the save")
            }
            try expect(!main.hasChanges, "changes are left")
            try expectEqual(try main.fetch(Tag.all).map(\.word), ["blue", "green", "red"], "tags")
            try expectEqual(
                try stack.reading { try $0.fetch(Tag.all).map(\.word) }, ["blue", "green", "red"],
                "stored tags")
        },
        promise("What is undone during a save in the background is unsaved after it") { stack in
            let main = try stack.mainContext
            main.history.levels = 10
            let (red, blue) = (try main.existing(Tag.self, "red"), try main.existing(Tag.self, "blue"))
            main.history.step { red.weight = 1 }
            try main.history.step { try main.insert(Tag(word: "new")) }
            try await stack.saveHeld(main) { _ in
                try expect(try main.history.undo() && main.history.undo(), "nothing to undo")
                blue.weight = 8
            }
            try expectEqual(red.weight, -1, "the weight after undoing")
            try expectEqual(main.changes.deleted.count, 1, "deleted tags")
            try expectEqual(
                [try stack.weight("red"), try stack.weight("new")], [1, nil], "the stored weights")
            try expect(try main.history.undo(), "the later step cannot be undone")
            try await main.saveInBackground()
            try expectEqual(try stack.weight("red"), -1, "the final stored weight")
            try expectEqual(
                try stack.reading { try $0.fetch(Tag.all).map(\.word) }, ["blue", "green", "red", "unused"],
                "tags"
            )
            try expectEqual(blue.weight, try stack.weight("blue"), "the weight of the later step")
        },
    ]

    private static let objects: [ConformancePromise] = [
        promise("A new object that is deleted while it is saved is deleted by the next save") { stack in
            let main = try stack.mainContext
            let tag = Tag(word: "new")
            try main.insert(tag)
            try main.existing(Book.self, 1).tags.append(tag)
            try await stack.saveHeld(main) { _ in
                try main.delete(tag)
                try expect(try main.object(Tag.self, "new") == nil, "the deleted tag is found")
            }
            try expect(try main.object(Tag.self, "new") == nil, "the deleted tag is found after the save")
            try expectEqual(try stack.weight("new"), nil, "the stored weight")
            try main.save()
            let reader = try stack.makeContext()
            try expect(try reader.object(Tag.self, "new") == nil, "the tag is still stored")
            try expectEqual(try reader.existing(Book.self, 1).tags.map(\.word), ["blue", "green"], "tags")
        },
        promise("A new object whose save in the background fails after it was deleted was never there") {
            stack in
            let main = try stack.mainContext
            let seats = (1...2).map { Seat(id: $0, label: "same") }
            for seat in seats { try main.insert(seat) }
            try await expectErrorAsync(.constraint, "the save") {
                try await stack.saveHeld(main) { _ in try main.delete(seats[1]) }
            }
            try expect(main.changes.deleted.isEmpty, "an object is still to be deleted")
            try expectEqual(main.changes.inserted.count, 1, "objects to insert")
            try await main.saveInBackground()
            try expectEqual(try stack.reading { try $0.fetch(Seat.all).map(\.id) }, [1], "seats")
        },
        promise("A key whose new object is replaced while it is saved is replaced by the next save") {
            stack in
            let main = try stack.mainContext
            let tag = Tag(word: "new", weight: 1)
            try main.insert(tag)
            try await stack.saveHeld(main) { _ in
                try main.delete(tag)
                try main.insert(Tag(word: "new", weight: 2))
            }
            try expectEqual(try main.existing(Tag.self, "new").weight, 2, "the weight")
            try expectEqual(try stack.weight("new"), 1, "the stored weight")
            try main.save()
            try expectEqual(try stack.weight("new"), 2, "the final stored weight")
        },
        promise("A new object refers to one that is being saved") { stack in
            let main = try stack.mainContext
            let author = Author(id: 50, name: "new")
            try main.insert(author)
            try await stack.saveHeld(main) { _ in
                try main.insert(Book(id: 51, title: "later", author: author))
                try expectEqual(author.books.map(\.id), [51], "books of the author")
            }
            try expectEqual(author.books.map(\.id), [51], "books of the author after the save")
            try expectEqual(main.changes.inserted.count, 1, "objects to insert")
            try expectEqual(
                try stack.reading { try $0.existing(Author.self, 50).books.count }, 0, "stored books")
            try main.save()
            try expectEqual(try stack.reading { try $0.existing(Book.self, 51).author?.id }, 50, "the author")
        },
        promise("Pairs that change back while they are saved change back in the next save") { stack in
            let main = try stack.mainContext
            let book = try main.existing(Book.self, 1)
            let (blue, red) = (try main.existing(Tag.self, "blue"), try main.existing(Tag.self, "red"))
            book.tags.remove(blue)
            book.tags.append(red)
            try await stack.saveHeld(main) { _ in
                book.tags.append(blue)
                book.tags.remove(red)
            }
            try expectEqual(Set(book.tags.map(\.word)), ["blue", "green"], "tags")
            try expectEqual(
                try stack.reading { try $0.existing(Book.self, 1).tags.map(\.word) }, ["green", "red"],
                "stored tags")
            try main.save()
            try expectEqual(
                try stack.reading { try $0.existing(Book.self, 1).tags.map(\.word) }, ["blue", "green"],
                "final tags")
        },
        promise("A requirement made during a save in the background holds for the next save") { stack in
            let main = try stack.mainContext
            let (red, blue) = (try main.existing(Tag.self, "red"), try main.existing(Tag.self, "blue"))
            red.weight = 1
            try await stack.saveHeld(main) { _ in
                main.require(unchanged: red)
                main.require(unchanged: blue)
            }
            try expectEqual(try stack.weight("red"), 1, "the stored weight")
            try main.save()
            main.require(unchanged: blue)
            try stack.weigh("blue", 77)
            try expectError(.conflict, "the save") { try main.save() }
        },
    ]

    private static let reading: [ConformancePromise] = [
        promise("What is read between the commit of a save and its end contains every object once") { stack in
            let main = try stack.mainContext
            let book = try main.existing(Book.self, 1)
            let author = Author(id: 50, name: "new")
            let gone = Tag(word: "gone")
            try main.insert(author)
            try main.insert(gone)
            book.author = author
            book.tags.append(Tag(word: "new", weight: 33))
            try main.delete(try main.existing(Tag.self, "unused"))
            try await stack.saveUnsettled(main, until: { try $0.object(Tag.self, "new") != nil }) {
                try main.delete(gone)
                try expectEqual(try main.fetch(Tag.all).map(\.word), ["blue", "green", "new", "red"], "tags")
                try expectEqual(try main.count(Tag.where { $0.weight == 33 }), 1, "the number of new tags")
                try expectEqual(try main.fetch(Author.where { $0.id > 10 }).map(\.id), [50], "authors")
                try expectEqual(try main.existing(Author.self, 50).books.map(\.id), [1], "books")
                try expectEqual(
                    Set(try main.existing(Book.self, 1).tags.map(\.word)), ["blue", "green", "new"],
                    "tags of the book")
                try main.existing(Tag.self, "new").weight = 44
            }
            try expectEqual(
                try main.fetch(Tag.all).map(\.word), ["blue", "green", "new", "red"], "tags in the end")
            try expectEqual(
                Set(book.tags.map(\.word)), ["blue", "green", "new"], "tags of the book in the end")
            try expectEqual(author.books.map(\.id), [1], "books in the end")
            try expectEqual(try stack.weight("new"), 33, "the stored weight")
            try expect(
                try stack.reading { try $0.object(Tag.self, "gone") != nil }, "the deleted tag is not stored")
            try main.save()
            try expectEqual(try stack.weight("new"), 44, "the final stored weight")
            try expect(
                try stack.reading { try $0.object(Tag.self, "gone") == nil }, "the deleted tag is stored")
        },
        promise("What others do to a new object between the commit of its save and the end is merged") {
            stack in
            let main = try stack.mainContext
            let (changed, deleted) = (Tag(word: "new", weight: 1), Tag(word: "newer", weight: 1))
            try main.insert(changed)
            try main.insert(deleted)
            try await stack.saveUnsettled(main, until: { try $0.object(Tag.self, "newer") != nil }) {
                let other = try stack.makeContext()
                try other.existing(Tag.self, "new").weight = 2
                try other.delete(try other.existing(Tag.self, "newer"))
                try other.save()
                // Merges the notice, while the objects are still being saved.
                _ = try main.fetch(Tag.all)
            }
            try expectEqual(changed.weight, 2, "the weight")
            try expect(try main.object(Tag.self, "newer") == nil, "the deleted tag is there")
            changed.weight = 3
            try main.save()
            try expectEqual(try stack.weight("new"), 3, "the stored weight")
        },
        promise("A pair whose end is undone between the commit of its save and the end is whole") { stack in
            let main = try stack.mainContext
            main.history.levels = 5
            let (book, card) = (try main.existing(Book.self, 1), Card(id: 700, shelf: "s"))
            try main.insert(card)
            book.card = card
            try main.save()
            card.book = nil
            // Both sides have changes, and may have been changed by others.
            try main.refreshAll()
            try await stack.saveUnsettled(main, until: { try $0.existing(Book.self, 1).card == nil }) {
                try expect(try main.history.undo(), "nothing to undo")
                try expect(book.card === card && card.book === book, "half a pair is shown")
            }
            try expect(book.card === card && card.book === book, "half a pair is shown after the save")
            try main.save()
            try expect(
                try stack.reading { try $0.existing(Book.self, 1).card != nil }, "the pair is not stored")
        },
        promise("Other contexts merge what a save in the background has stored") { stack in
            let (main, other) = (try stack.mainContext, try stack.makeContext())
            let shown = try other.existing(Tag.self, "red")
            try main.existing(Tag.self, "red").weight = 1
            try await stack.saveHeld(main) { _ in try main.existing(Tag.self, "red").weight = 2 }
            try other.refreshAll()
            try expectEqual(shown.weight, 1, "the weight in another context")
        },
    ]
}
