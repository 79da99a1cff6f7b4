import FoundationEssentials
import Granary

/// Sums, means and extremes over the objects of a relationship, in one store and across stores.
enum MemberAggregatePromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { everywhere(near + pairs + far + fromAuthors) + shaped }

    private static let near: [ConformancePromise] = [
        books("A sum over a relationship, without nil", { $0.chapters.sum { $0.words } == 1_210 }) {
            $0.id == 5
        },
        books("A sum over nothing is 0", { $0.chapters.sum { $0.words } == 0 }) { row in
            row.chapters.allSatisfy { ($0.words ?? 0) == 0 }
        },
        books(
            "A sum with a condition",
            {
                $0.chapters.sum {
                    $0.words
                } where: {
                    $0.heading == "Two"
                    $0.words > 0
                } > 1_000
            }
        ) { $0.id == 5 },
        books("A sum of calculations", { $0.chapters.sum { $0.words * 2 } > ($0.pages ?? 500) }) { row in
            row.chapters.reduce(0) { $0 + ($1.words ?? 0) * 2 } > row.pages ?? 500
        },
        books("A mean over a relationship", { $0.chapters.average { $0.words } == 605 }) { $0.id == 5 },
        books("A mean over nothing is nil", { $0.chapters.average { $0.words } == nil }) { row in
            row.chapters.allSatisfy { $0.words == nil }
        },
        books("A smallest value leaves nil out", { $0.chapters.minimum { $0.words } == 900 }) { $0.id == 1 },
        books("A largest value over nothing is nil", { $0.chapters.maximum { $0.heading } == nil }) {
            $0.chapters.isEmpty
        },
        books(
            "Extremes with conditions",
            { $0.chapters.maximum({ $0.words }, where: { $0.words < 1_000 }) == 10 }
        ) { $0.id == 5 },
        books(
            "Two aggregates of members with each other",
            {
                $0.chapters.minimum { $0.words } < $0.chapters.maximum { $0.words }
            }
        ) { row in
            let words = row.chapters.compactMap(\.words)
            return words.min() != words.max()
        },
        books("A sum of counts of members", { $0.chapters.sum { $0.footnotes.count } == 2 }) { $0.id == 1 },
        books("A sum that is too large", failsWith: .overflow) {
            $0.chapters.sum { $0.constant(Int.max) } > 0
        },
        books(
            "A condition before a sum that is too large",
            {
                $0.id == 3 && $0.chapters.sum { $0.constant(Int.max) } == Int.max
            }
        ) { $0.id == 3 },
    ]

    private static let pairs: [ConformancePromise] = [
        books("A sum over many to many", { $0.tags.sum { $0.weight } == 2 }) { row in
            row.tags.reduce(0) { $0 + ($1.weight ?? 0) } == 2
        },
        books("A smallest text over many to many", { $0.tags.minimum { $0.word } == "green" }) { row in
            row.words.min() == "green"
        },
        books("A mean over many to many", { $0.tags.average { $0.weight } == 1 }) { $0.id == 5 },
    ]

    private static let far: [ConformancePromise] = [
        books("A sum along a path, 0 through nil", { $0.author.books.sum { $0.pages } == 0 }) { row in
            (row.author?.books ?? []).reduce(0) { $0 + ($1.pages ?? 0) } == 0
        },
        books("A largest value along a path", { $0.publisher.books.maximum { $0.rating } == 4.5 }) { row in
            row.publisher?.books.compactMap(\.rating).max() == 4.5
        },
    ]

    private static let fromAuthors: [ConformancePromise] = [
        authors("Authors by the pages of their books", { $0.books.sum { $0.pages } > 90 }) { row in
            row.books.reduce(0) { $0 + ($1.pages ?? 0) } > 90
        },
        authors("Authors by the exact sum of prices", { $0.books.sum { $0.price } == makeDecimal("0.1") }) {
            row in
            row.books.reduce(0) { $0 + ($1.price ?? 0) } == makeDecimal("0.1")
        },
        authors("Authors by the mean of ratings", { $0.books.average { $0.rating } == 5e15 }) { $0.id == 3 },
        authors(
            "Authors by the first date of such books",
            { $0.books.minimum({ $0.published }, where: { $0.isPrinted }) < makeDate(2002, 1, 1) }
        ) { row in
            let dates = row.books.filter(\.isPrinted).compactMap(\.published)
            return dates.contains { $0 < makeDate(2002, 1, 1) }
        },
    ]

    private static let shaped: [ConformancePromise] = [
        library("Aggregates of members as columns and orders") { context in
            let query = Author.all.sorted { $0.books.sum { $0.pages }.descending }
            let rows = try context.select(query) {
                ($0.id, $0.books.sum { $0.pages }, $0.books.average { $0.pages }, $0.books.count)
            }
            try expectEqual(rows.map(\.0), [1, 4, 3, 5, 2], "authors by pages")
            try expectEqual(rows.map(\.1), [737, 96, 7, 0, -7], "sums")
            try expectEqual(rows.map(\.2), [737.0 / 3, 48, 7, nil, -7], "means")
            try expectEqual(rows.map(\.3), [3, 2, 2, 0, 1], "counts")
        },
        library("Groups by an aggregate of members, and aggregates of them") { context in
            let groups = try context.grouped(Book.all, by: { $0.chapters.maximum { $0.words } }) {
                ($0.count(), $0.chapters.sum { $0.words }.sum)
            }
            try expectEqual(groups.map(\.group), [nil, 0, 50, 900, 1_200], "groups")
            try expectEqual(groups.map(\.values.0), [6, 1, 1, 1, 1], "counts")
            try expectEqual(groups.map(\.values.1), [0, 0, 50, 900, 1_210], "sums")
        },
        library("Aggregates of members count unsaved changes") { context in
            guard let book = try context.object(Book.self, 3) else { throw GranaryError(.notFound, "") }
            let chapter = Chapter(
                volume: "book 3", position: 7, heading: "More", words: 70, book: book)
            try context.insert(chapter)
            let sums = try context.select(Book.where { $0.id == 3 }) { $0.chapters.sum { $0.words } }
            try expectEqual(sums, [120], "the sum with an unsaved chapter")
            try context.delete(chapter)
        },
    ]
}
