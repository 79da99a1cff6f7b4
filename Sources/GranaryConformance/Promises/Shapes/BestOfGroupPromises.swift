import FoundationEssentials
import Granary

/// The first objects of each group of a query.
enum BestOfGroupPromises: PromiseList {
    static let category = ConformanceCategory.sorting
    static let areAboutContent = true

    static var promises: [ConformancePromise] {
        [
            library("The first two books of each author") { context in
                let query = Book.all.sorted { $0.pages.descending }
                let books = try context.fetch(query, first: 2, ofEach: { $0.author })
                try expectEqual(books.map(\.id), expected(2, by: \.authorID).map(\.id), "books")
                let first = try context.fetch(query, first: 1, ofEach: { $0.author })
                try expectEqual(first.map(\.id), expected(1, by: \.authorID).map(\.id), "first books")
                try expectEqual(try context.fetch(query, first: 0, ofEach: { $0.author }).count, 0, "none")
                try expectEqual(try context.fetch(query, first: 99, ofEach: { $0.author }).count, 10, "all")
            },
            library("The first of each value, of a part of a query") { context in
                let some = Book.where { $0.id != 7 }.sorted { $0.pages.descending }.limit(6)
                let books = try context.fetch(some, first: 1, ofEach: { $0.isPrinted })
                try expectEqual(books.map(\.id), [10, 9], "books")
                let pages = try context.fetch(Book.all, first: 1, ofEach: { ($0.pages ?? 0) / 100 })
                try expectEqual(pages.map(\.id), [1, 2, 7], "books by hundreds of pages")
            },
            library("The first of each group that another query tells apart") { context in
                let query = Book.all.sorted { $0.pages.descending }
                let books = try context.fetch(
                    query, first: 1,
                    ofEach: { $0.pages.isIn(Book.where { $0.isPrinted }.values { $0.pages }) })
                let printed = Library.books.filter(\.isPrinted)
                let wanted = expected(1) { row in printed.contains { $0.pages == row.pages } ? 1 : 0 }
                try expectEqual(books.map(\.id), wanted.map(\.id), "books")
            },
            library("The first of each group count unsaved changes") { context in
                guard let book = try context.object(Book.self, 4) else { throw GranaryError(.notFound, "") }
                let pages = book.pages
                book.pages = 9_000
                let query = Book.all.sorted { $0.pages.descending }
                let books = try context.fetch(query, first: 1, ofEach: { $0.author.name })
                try expectEqual(books.first?.id, 4, "the first book")
                try expectEqual(Set(books.map { $0.author?.id }), [nil, 1, 2, 3, 4], "authors")
                book.pages = pages
            },
            library("What is wrong with the first of each group") { context in
                try expectError(.query, "a negative number") {
                    _ = try context.fetch(Book.all, first: -1, ofEach: { $0.author })
                }
                try expectError(.divisionByZero, "a group that fails") {
                    _ = try context.fetch(Book.all, first: 1, ofEach: { $0.id / $0.pages })
                }
            },
        ]
    }

    /// The rows with the most pages, some of each group, by plain Swift.
    private static func expected(_ count: Int, by group: (Library.BookRow) -> Int?) -> [Library.BookRow] {
        var counts: [Int?: Int] = [:]
        return Library.longestFirst.filter { row in
            counts[group(row), default: 0] += 1
            return counts[group(row), default: 0] <= count
        }
    }
}
