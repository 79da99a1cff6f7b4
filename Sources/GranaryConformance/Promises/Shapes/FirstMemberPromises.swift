import FoundationEssentials
import Granary

/// The first object of a relationship, in one store and across stores.
enum FirstMemberPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { everywhere(near + far) + shaped }

    private static let near: [ConformancePromise] = [
        books(
            "The first by a descending value", { $0.chapters.first { $0.words.descending }.heading == "Two" }
        ) { $0.id == 5 },
        books(
            "nil comes first in an ascending order",
            { $0.chapters.first { $0.words.ascending }.heading == "Two" }
        ) { $0.id == 1 },
        books("The first of nothing is nil", { $0.chapters.first { $0.words.descending }.heading == nil }) {
            $0.chapters.isEmpty
        },
        books("There is a first", { $0.chapters.first { $0.words.descending } != nil }) {
            !$0.chapters.isEmpty
        },
        books(
            "The first with a condition",
            {
                $0.chapters.first(by: { $0.words.ascending }, where: { $0.words != nil }).heading == "One"
            }
        ) { $0.id == 1 },
        books(
            "No first with a condition",
            { $0.chapters.first(by: { $0.words.ascending }, where: { $0.words > 1_000 }) == nil }
        ) { row in !row.chapters.contains { ($0.words ?? 0) > 1_000 } },
        books(
            "The first by two terms",
            { $0.chapters.first(by: { $0.volume.ascending }, { $0.position.descending }).heading == "Two" }
        ) { $0.chapters.count == 2 },
        books("The first by the key alone", { $0.chapters.first().heading == "One" }) {
            $0.chapters.first?.heading == "One"
        },
        books("The first of many to many", { $0.tags.first { $0.weight.descending }.word == "blue" }) {
            $0.words.contains("blue")
        },
    ]

    private static let far: [ConformancePromise] = [
        authors("Ties go by the smallest key", { $0.books.first { $0.author.id.ascending }.id == 1 }) {
            $0.id == 1
        },
        authors(
            "Ties in a descending order go by the largest key",
            { $0.books.first { $0.author.id.descending }.id == 10 }
        ) { $0.id == 1 },
        authors(
            "The first goes on to another object",
            { $0.books.first { $0.pages.descending }.publisher.name == "North" }
        ) { row in
            row.books.max { ($0.pages ?? .min) < ($1.pages ?? .min) }?.publisher?.name == "North"
        },
        authors(
            "The first goes on to no object", { $0.books.first { $0.pages.descending }.publisher == nil }
        ) { row in
            row.books.max { ($0.pages ?? .min) < ($1.pages ?? .min) }?.publisher == nil
        },
        authors(
            "The first is an object",
            { $0.books.first { $0.pages.descending } == ObjectID<Book>(10) }
        ) { $0.id == 1 },
        books("The first along a path", { $0.author.books.first { $0.pages.descending }.id == 10 }) {
            $0.authorID == 1
        },
        books("The first along a path through nil", { $0.author.books.first { $0.id.ascending } == nil }) {
            $0.author == nil
        },
    ]

    private static let shaped: [ConformancePromise] = [
        library("Values of first objects as columns and orders") { context in
            let query = Author.all.sorted { $0.books.first { $0.pages.descending }.title.descending }
            let rows = try context.select(query) {
                ($0.id, $0.books.first { $0.pages.descending }.pages, $0.books.first { $0.id.descending }.id)
            }
            try expectEqual(rows.map(\.0), [1, 4, 2, 3, 5], "authors by titles")
            try expectEqual(rows.map(\.1), [321, 96, -7, 7, nil], "most pages")
            try expectEqual(rows.map(\.2), [10, 8, 3, 5, nil], "last books")
        },
        library("First objects follow unsaved changes") { context in
            guard let book = try context.object(Book.self, 2) else { throw GranaryError(.notFound, "") }
            let pages = book.pages
            book.pages = 5_000
            let first = try context.select(Author.where { $0.id == 1 }) {
                $0.books.first { $0.pages.descending }.objectID
            }
            try expectEqual(first, [ObjectID(2)], "the book with the most pages")
            book.pages = pages
        },
    ]
}
