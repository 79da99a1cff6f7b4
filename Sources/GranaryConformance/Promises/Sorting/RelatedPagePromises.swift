import Granary

/// Pages by cursor of objects with their relationships, and in the order of the objects they refer to.
enum RelatedPagePromises: PromiseList {
    static let category = ConformanceCategory.sorting
    static let areAboutContent = true

    /// All pages of a query.
    private static func pages(_ query: Query<Book>, size: Int, in context: Context) throws -> [[Book]] {
        var pages: [[Book]] = []
        var next: PageCursor?
        repeat {
            let page = try context.page(next.map(query.after) ?? query, size: size)
            pages.append(page.objects)
            next = page.next
        } while next != nil && pages.count < 100
        return pages
    }

    /// The rank of a book's author, the smallest number for none.
    private static func rank(_ book: Library.BookRow) -> Int { book.author?.rank ?? .min }

    static let promises: [ConformancePromise] = [
        promise(
            "Pages of any size cover the books without an author once, first or last in the order of authors"
        ) {
            bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let rising = Library.books.sorted { (rank($0), $0.id) < (rank($1), $1.id) }.map(\.id)
                let falling = Array(rising.reversed())
                for size in 1...11 {
                    let found = try [
                        Book.all.sorted { $0.author.rank.ascending },
                        Book.all.sorted { $0.author.rank.descending },
                    ].map { try pages($0, size: size, in: context).flatMap { $0.map(\.id) } }
                    try expectEqual(found, [rising, falling], "keys in pages of \(size)")
                }
            }
        },
        promise("Each page of a query that names relationships loads them for its own objects at once") {
            bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let query = Book.all.prefetching { $0.author }.prefetching { $0.tags }
                var found: [Int] = []
                var next: PageCursor?
                repeat {
                    let page = try context.page(next.map(query.after) ?? query, size: 4)
                    let before = context.statistics
                    for book in page.objects {
                        let row = try unwrap(Library.books.first { $0.id == book.id }, "book \(book.id)")
                        try expectEqual(book.author?.name, row.author?.name, "the author of book \(book.id)")
                        try expectEqual(
                            book.tags.map(\.word).sorted(), row.tags.map(\.word).sorted(),
                            "the tags of book \(book.id)")
                    }
                    try expectEqual(
                        context.statistics.storeRequests, before.storeRequests, "requests after the page")
                    found += page.objects.map(\.id)
                    next = page.next
                } while next != nil && found.count < 100
                try expectEqual(found, Library.books.map(\.id), "keys of the pages")
            }
        },
    ]
}
