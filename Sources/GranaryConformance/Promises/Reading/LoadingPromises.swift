import FoundationEssentials
import Granary

/// The cost of relationships: one request per store for all objects that were fetched together.
enum LoadingPromises: PromiseList {
    static let category = ConformanceCategory.loading

    static var promises: [ConformancePromise] { everywhere(budgets) + everywhere(rules) + [detached] }

    /// Saves forty books of ten authors, with tags and chapters.
    private static func shelve(_ bench: ConformanceBench) async throws {
        try await bench.save { context in
            let authors = (1...10).map { Author(id: $0, name: "author \($0)") }
            let tags = (1...5).map { Tag(word: "tag \($0)") }
            for author in authors { try context.insert(author) }
            for id in 1...40 {
                let book = Book(id: id, title: "book \(id)", author: authors[id % 10])
                try context.insert(book)
                book.tags.append(tags[id % 5])
                book.chapters.append(Chapter(volume: "v\(id)", position: 1, heading: "h"))
            }
        }
    }

    /// The number of requests that a closure makes.
    private static func requests(_ context: Context, _ body: () throws -> Void) rethrows -> Int {
        let before = context.statistics.storeRequests
        try body()
        return context.statistics.storeRequests - before
    }

    private static func budget(
        _ name: String, _ limit: Int, _ body: @escaping @Sendable (Context) throws -> Void
    ) -> ConformancePromise {
        promise(name) { bench in
            try await shelve(bench)
            try await bench.perform { context in
                let count = try requests(context) { try body(context) }
                try expect(count <= limit, "\(count) requests, \(limit) allowed")
            }
        }
    }

    private static let budgets: [ConformancePromise] = [
        budget("The authors of forty books take one request more", 2) { context in
            let names = try context.fetch(Book.all).map { $0.author?.name }
            try expectEqual(names.count { $0 != nil }, 40, "names")
        },
        budget("The books of ten authors take one request more", 2) { context in
            try expectEqual(
                try context.fetch(Author.all).map(\.books.count), Array(repeating: 4, count: 10), "books")
        },
        budget("The tags of forty books take two requests more", 3) { context in
            try expectEqual(
                try context.fetch(Book.all).map(\.tags.count), Array(repeating: 1, count: 40), "tags")
        },
        budget("Three levels take a request each", 4) { context in
            var words = 0
            for author in try context.fetch(Author.all) {
                for book in author.books { words += book.chapters.count + (book.author === author ? 1 : 0) }
            }
            try expectEqual(words, 80, "chapters and authors")
        },
        budget("Following relationships there and back takes no request for loaded objects", 2) { context in
            for author in try context.fetch(Author.all) {
                for book in author.books {
                    try expect(book.author === author, "the author of book \(book.id) is another object")
                }
            }
        },
        budget("An object by key that is loaded takes no request", 1) { context in
            let books = try context.fetch(Book.all)
            for book in books {
                try expect(
                    try context.object(Book.self, book.id) === book,
                    "the look-up of book \(book.id) gave another object")
            }
        },
        budget("Asking twice for a key that does not exist takes one request", 1) { context in
            for _ in 0..<5 { try expect(try context.object(Book.self, 999) == nil, "book 999 was found") }
        },
        budget("Empty relationships are not requested again", 2) { context in
            let books = try context.fetch(Book.all)
            for _ in 0..<3 {
                try expectEqual(books.map(\.loans.count), Array(repeating: 0, count: 40), "loans")
            }
        },
        budget("Prefetched relationships take a request each and no implicit load", 4) { context in
            let query = Book.all.prefetching { $0.author }.prefetching { $0.tags }
            let books = try context.fetch(query)
            try expectEqual(books.count { $0.author != nil && $0.tags.count == 1 }, 40, "books")
            try expectEqual(context.statistics.implicitLoads, 0, "implicit loads")
        },
        promise("Prefetching goes on behind relationships to many") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let authors = try context.fetch(
                    Author.all.prefetching { $0.books.tags }.prefetching { $0.books.chapters.footnotes }
                        .prefetching { $0.books.publisher })
                let loads = context.statistics.implicitLoads
                let words = authors.flatMap(\.books).flatMap { book in
                    _ = book.publisher?.name
                    _ = book.chapters.flatMap { Array($0.footnotes) }.count
                    return book.tags.map(\.word)
                }
                try expect(!words.isEmpty, "no tags")
                try expectEqual(context.statistics.implicitLoads, loads, "implicit loads")
            }
        },
        promise("A count, an exists and an aggregate take one request each and load nothing") { bench in
            try await shelve(bench)
            let column = AggregateRequest.Column.sum(.attribute(path: [], name: "id"))
            let isComputed = try bench.computes(column, of: "Book")
            let isCounted = try bench.counts(Book.where { $0.id > 20 })
            try await bench.perform { context in
                try expectEqual(try context.count(Book.where { $0.id > 20 }), 20, "count")
                try expect(try context.exists(Book.where { $0.id > 20 }), "`exists` is false")
                let loaded = context.statistics
                if isCounted {
                    try expectEqual(loaded.storeRequests, 2, "requests")
                    try expectEqual(loaded.rowsFetched, 0, "rows fetched")
                }
                try expectEqual(try context.sum(Book.all) { $0.id }, 820, "sum")
                if isComputed {
                    try expectEqual(
                        context.statistics.storeRequests - loaded.storeRequests, 1, "requests of the sum")
                    try expectEqual(
                        context.statistics.rowsFetched, loaded.rowsFetched, "rows fetched for the sum")
                }
            }
        },
        promise("Objects fetched one by one load relationships together once they are fetched together") {
            bench in
            try await shelve(bench)
            try await bench.perform { context in
                var held = try (1...40).map { try context.existing(Book.self, $0) }
                for id in 41...80 {
                    let book = Book(id: id, title: "\(id)")
                    try context.insert(book)
                    held.append(book)
                }
                try context.save()
                let count = try requests(context) {
                    let books = try context.fetch(Book.all)
                    try expectEqual(books.map(\.chapters.count).reduce(0, +), 40, "chapters")
                    try expectEqual(books.count { $0.author != nil }, 40, "authors")
                }
                try expect(count <= 3, "\(count) requests, 3 allowed")
                try expectEqual(held.count, 80, "objects held")
            }
        },
        promise("A save takes one request per store, however many objects") { bench in
            try await bench.perform { context in
                for id in 1...500 { try context.insert(Book(id: id, title: "\(id)")) }
                let count = try requests(context) { try context.save() }
                try expectEqual(count, 1, "requests")
                let none = try requests(context) { try context.save() }
                try expectEqual(none, 0, "requests of a save without changes")
            }
        },
    ]

    private static let rules: [ConformancePromise] = [
        promise("Implicit loads are counted") { bench in
            try await shelve(bench)
            try await bench.perform { context in
                let books = try context.fetch(Book.all)
                try expectEqual(context.statistics.implicitLoads, 0, "implicit loads before")
                try expectEqual(context.statistics.rowsFetched, 40, "rows fetched")
                _ = books[0].author
                try expectEqual(context.statistics.implicitLoads, 1, "implicit loads after one access")
                for book in books { _ = book.author }
                try expectEqual(context.statistics.implicitLoads, 1, "implicit loads after all accesses")
            }
        },
        promise("Strict loading refuses implicit loads, and the save says so") { bench in
            try await shelve(bench)
            var options = ContextOptions()
            options.strictLoading = true
            let context = try bench.stack.makeContext(options)
            let book = try context.existing(Book.self, 1)
            try expect(book.author == nil, "the author was loaded")
            book.title = "changed"
            let error = try expectError(.strictLoading, "the save") { try context.save() }
            try expectEqual(error.context.properties, ["author"], "the properties in the error")
            context.rollback()
            let books = try context.fetch(Book.all.prefetching { $0.author }.prefetching { $0.chapters })
            try expectEqual(books.count { $0.author != nil && $0.chapters.count == 1 }, 40, "prefetched")
            books[0].title = "changed"
            try context.save()
        },
        promise("A unit of work throws what strict loading kept, though it did not save") { bench in
            try await shelve(bench)
            var options = ContextOptions()
            options.strictLoading = true
            let strict = options
            try await expectErrorAsync(.strictLoading, "the unit of work") {
                _ = try await bench.perform(strict) { try $0.existing(Book.self, 1).tags.count }
            }
        },
        promise("A relationship to an object that another deleted reads as nil after the save") { bench in
            try await bench.saveLibrary()
            let context = try bench.stack.makeContext()
            let book = try context.existing(Book.self, 6)
            try await bench.save { other in
                let author = try other.existing(Author.self, 4)
                for book in author.books { book.author = nil }
                try other.delete(author)
            }
            try context.refreshAll()
            try expect(book.author == nil, "the author was loaded")
            try expect(try context.object(Author.self, 4) == nil, "a look-up found the author")
        },
    ]

    private static var detached: ConformancePromise {
        promise(
            "A relationship into a detached store reads as empty; the save and the unit of work say so",
            .apart
        ) { bench in
            try await bench.saveLibrary()
            let context = try bench.stack.makeContext()
            let book = try context.existing(Book.self, 1)
            try await bench.stack.detachPersistentStore("Reference")
            try expect(book.author == nil, "the author was loaded")
            book.pages = 1
            let error = try expectError(.closed, "the save") { try context.save() }
            try expectEqual(error.context.properties, ["author"], "the properties in the error")
            context.rollback()
            book.pages = 2
            try context.save()
            context.reset()
            try await bench.stack.attachPersistentStore(for: bench.configuration("Reference"))
            try expectEqual(try await bench.perform { try $0.existing(Book.self, 1).pages }, 2, "pages")
        }
    }
}
