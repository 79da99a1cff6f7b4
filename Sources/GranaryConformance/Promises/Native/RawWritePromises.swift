import Granary

/// Rows written by bypassing contexts, as another program would do.
///
/// Loaded objects stay unchanged until they are refreshed, and no change is lost.
enum RawWritePromises: PromiseList {
    static let category = ConformanceCategory.native

    /// Changes the pages of a book in its store, bypassing every context.
    private static func write(_ pages: Int64, to id: Int64, _ bench: ConformanceBench) throws {
        try bench.commit("Book") {
            .updating($0, .integer(id), version: nil, ["pages": .integer(pages)])
        }
    }

    /// Makes a promise about a unit of work over the library, for stores with concurrent sessions.
    private static func raw(
        _ name: String, _ topology: ConformanceTopology = .together,
        _ body: @escaping @Sendable (ConformanceBench, Context) throws -> Void
    ) -> ConformancePromise {
        promise(name, needs: [.snapshots, .concurrentSessions], topology) { bench in
            try await bench.saveLibrary()
            try await bench.perform { try body(bench, $0) }
        }
    }

    static let promises: [ConformancePromise] = [
        raw("A loaded object stays as it is until it is refreshed, then shows what was written") {
            bench, context in
            let book = try context.existing(Book.self, 1)
            try write(4_000, to: 1, bench)
            try expectEqual(book.pages, 320, "pages before the fetch")
            try expect(
                try context.fetch(Book.where { $0.id == 1 }).first === book, "the fetch made another object")
            try expectEqual(book.pages, 320, "pages after the fetch")
            try context.refresh(book)
            try expectEqual(book.pages, 4_000, "pages after the refresh")
            try expect(!context.hasChanges, "the refresh is a change")
            try expect(
                try context.object(Book.self, 1) === book, "the look-up after the refresh gave another object"
            )
        },
        raw("Refreshing everything shows every row that was written, in the same objects") { bench, context in
            let books = try context.fetch(Book.all)
            for id in 1...10 { try write(Int64(id) * 7, to: Int64(id), bench) }
            try context.refreshAll()
            try expectEqual(books.map(\.pages), (1...10).map { $0 * 7 }, "pages")
            let again = try context.fetch(Book.all)
            try expect(zip(books, again).allSatisfy { $0 === $1 }, "the second fetch made other objects")
        },
        raw("A row that was inserted is one object, however it is found") { bench, context in
            try expect(try context.object(Book.self, 50) == nil, "the book is there before it is written")
            try bench.commit("Book") {
                .inserting($0, ["id": .integer(50), "title": .text("raw"), "isPrinted": .bool(true)])
            }
            try context.refreshAll()
            let found = try unwrap(try context.fetch(Book.where { $0.title == "raw" }).first, "the book")
            try expect(try context.object(Book.self, 50) === found, "the look-up gave another object")
            try expectEqual(try context.count(Book.all), 11, "books")
        },
        raw("A row that was deleted is gone after a refresh, and can be inserted again") { bench, context in
            let tag = try context.existing(Tag.self, "unused")
            try bench.commit("Tag") { .deleting($0, .text("unused"), version: nil) }
            try expectError(.notFound, "refreshing") { try context.refresh(tag) }
            try expect(try context.object(Tag.self, "unused") == nil, "the object is found")
            try context.insert(Tag(word: "unused", weight: 1))
            try context.save()
            try expectEqual(try context.existing(Tag.self, "unused").weight, 1, "the weight of the new tag")
        },
        raw("A save over what was written is a conflict, and nothing is lost") { bench, context in
            let book = try context.existing(Book.self, 1)
            book.pages = 1
            try write(4_000, to: 1, bench)
            let error = try expectError(.conflict, "the save") { try context.save() }
            try expectEqual(
                error.conflicts.first?.theirs?["pages"], .integer(4_000), "the stored pages in the conflict")
            try context.refresh(book)
            try expectEqual(book.pages, 4_000, "after the refresh")
            book.pages = 2
            try context.save()
            let others = try bench.stack.makeContext()
            try expectEqual(try others.existing(Book.self, 1).pages, 2, "saved pages")
        },
        raw("Unsaved changes of other objects survive a refresh of everything") { bench, context in
            let (changed, other) = (try context.existing(Book.self, 1), try context.existing(Book.self, 2))
            changed.title = "mine"
            try write(9, to: 2, bench)
            try context.refreshAll()
            try expectEqual(changed.title, "mine", "the unsaved change")
            try expectEqual(other.pages, 9, "pages of the refreshed book")
            try context.save()
            try expectEqual(
                try context.count(Book.where { $0.title == "mine" && $0.pages == 320 }), 1, "saved books")
        },
        raw("References that were written show from both sides after a refresh", .united) { bench, context in
            let (ada, zed) = (try context.existing(Author.self, 1), try context.existing(Author.self, 5))
            try expectEqual([ada.books.count, zed.books.count], [3, 0], "books before the refresh")
            try bench.commit("Book") {
                .updating($0, .integer(1), version: nil, ["author": .integer(5)])
            }
            try context.refreshAll()
            try expectEqual(ada.books.map(\.id), [2, 10], "books of the first")
            try expectEqual(zed.books.map(\.id), [1], "books of the second")
            try expect(zed.books.first?.author === zed, "the book's author is another object")
        },
        promise("A context made after a raw write reads it", .united) { bench in
            try await bench.saveLibrary()
            _ = try await bench.perform { try $0.fetch(Book.all).count }
            try write(4_000, to: 1, bench)
            try expectEqual(try await bench.perform { try $0.existing(Book.self, 1).pages }, 4_000, "pages")
        },
        promise("The main actor's context reads a raw write when it fetches the next time", .united) {
            bench in
            try await bench.saveLibrary()
            let before = try await MainActor.run {
                try bench.stack.mainContext.count(Book.where { $0.pages == 4_000 })
            }
            try write(4_000, to: 1, bench)
            let after = try await MainActor.run {
                try bench.stack.mainContext.count(Book.where { $0.pages == 4_000 })
            }
            try expectEqual([before, after], [0, 1], "books counted")
        },
    ]
}
