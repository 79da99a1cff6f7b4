import Granary

/// The main actor's context merges the saves of others, and holds no session while it is idle.
enum MainContextPromises: PromiseList {
    static let category = ConformanceCategory.tasks

    static let promises: [ConformancePromise] = [
        promise("The main context follows changes and deletions by itself") { bench in
            try await bench.saveLibrary()
            try await follow(bench)
        },
        promise("A list of the main context follows by itself") { bench in
            try await bench.saveLibrary()
            try await followList(bench)
        },
        promise("An idle main context keeps no store from being destroyed") { bench in
            try await bench.saveLibrary()
            try await MainActor.run {
                let context = try bench.stack.mainContext
                let books = try context.fetch(Book.all)
                try expect(books.contains { $0.author != nil }, "no book has an author")
                try context.insert(Tag(word: "main"))
                try context.save()
                _ = try context.object(Tag.self, "red")
                try bench.stack.destroyPersistentStores()
            }
            try await bench.stack.start()
            try expectEqual(try await bench.books(in: bench.stack), 0, "books")
        },
        promise("An idle main context keeps no store from being closed and opened again", needs: .persistent)
        { bench in
            try await bench.saveLibrary()
            for round in 0..<3 {
                try await MainActor.run {
                    let count = try bench.stack.mainContext.count(Tag.all)
                    try expect(count > 0, "no tags in round \(round)")
                    try bench.stack.stop()
                    try bench.stack.start()
                }
            }
        },
    ]

    /// Changes one object and deletes another that the main context has loaded and does not fetch again.
    @MainActor private static func follow(_ bench: ConformanceBench) async throws {
        let context = try bench.stack.mainContext
        let (red, green) = (try context.existing(Tag.self, "red"), try context.existing(Tag.self, "green"))
        try await bench.save { other in
            try other.existing(Tag.self, "red").weight = 77
            try other.delete(try other.existing(Tag.self, "green"))
        }
        while context.hasNews { await Task.yield() }
        try expectEqual(red.weight, 77, "weight")
        try expect(try context.object(Tag.self, "green") == nil, "the deleted tag is still found")
        withExtendedLifetime(green) {}
    }

    /// Adds a book to an author whose books the main context has loaded.
    @MainActor private static func followList(_ bench: ConformanceBench) async throws {
        let context = try bench.stack.mainContext
        let author = try context.existing(Author.self, 1)
        let before = author.books.count
        try await bench.save { other in
            let book = Book(id: 900, title: "A new one")
            try other.insert(book)
            book.author = try other.existing(Author.self, 1)
        }
        while context.hasNews { await Task.yield() }
        try expectEqual(author.books.count, before + 1, "books")
    }
}
