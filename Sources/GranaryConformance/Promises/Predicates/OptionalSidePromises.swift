import Granary

/// Comparisons and calculations of a value that is never `nil` with one that may be.
enum OptionalSidePromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static let promises: [ConformancePromise] = comparisons + others

    private static func holds(_ left: Int?, _ right: Int?, _ comparison: (Int, Int) -> Bool) -> Bool {
        if let left, let right { comparison(left, right) } else { false }
    }

    private static let comparisons: [ConformancePromise] = [
        books("A value that is never nil equals one that may be", { $0.id == $0.author.id }) {
            $0.authorID == $0.id
        },
        books("A value that may be nil equals one that is never", { $0.reprints == $0.id }) {
            $0.reprints == $0.id
        },
        books("A value that may be nil differs from one that is never", { $0.reprints != $0.id }) {
            $0.reprints != $0.id
        },
        books("A value that is never nil is smaller than one that may be", { $0.id < $0.author.id }) {
            holds($0.id, $0.authorID, <)
        },
        books("A value that may be nil is not larger than one that is never", { $0.author.id <= $0.id }) {
            holds($0.authorID, $0.id, <=)
        },
        books("A calculation is larger than a value that may be nil", { $0.id * 100 > $0.pages }) {
            holds($0.id * 100, $0.pages, >)
        },
        books("A value that may be nil is not smaller than a calculation", { $0.pages >= $0.id * 40 + 1 }) {
            holds($0.pages, $0.id * 40 + 1, >=)
        },
        books("A text that is never nil is compared with one that may be", { $0.title == $0.author.name }) {
            $0.title == $0.author?.name
        },
    ]

    private static let others: [ConformancePromise] = [
        books(
            "A value that is never nil and members of the outer object",
            { book in book.author.books.any { $0.id > book.author.rank.outer() } }
        ) { row in row.author?.books.contains { holds($0.id, row.author?.rank, >) } ?? false },
        books(
            "A value that is never nil and a result of another query",
            { $0.id >= Book.where { $0.isPrinted }.maximum { $0.id } }
        ) { row in holds(row.id, Library.books.filter(\.isPrinted).map(\.id).max(), >=) },
        library("Orders and columns of calculations of which one side may be nil") { context in
            let query = Book.all.sorted { ($0.pages - $0.id).descending }
            let rows = try context.select(query) { ($0.id, $0.id + $0.pages) }
            func difference(_ book: Library.BookRow) -> Int { book.pages.map { $0 - book.id } ?? .min }
            let expected = Library.books.sorted {
                (difference($0), $0.id) > (difference($1), $1.id)
            }
            try expectEqual(rows.map(\.0), expected.map(\.id), "books")
            try expectEqual(
                rows.map(\.1), expected.map { book in book.pages.map { $0 + book.id } }, "their sums")
        },
    ]
}
