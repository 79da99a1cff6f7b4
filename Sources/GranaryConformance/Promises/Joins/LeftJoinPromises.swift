import Granary

/// Objects without a partner in left joins, in one store and across stores.
enum LeftJoinPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { everywhere(conditions + values) }

    private static func expected(
        _ holds: (Library.AuthorRow, Library.BookRow) -> Bool = { $0.id == $1.authorID }
    ) -> [KeyPair] {
        Library.authors.flatMap { author in
            let found = Library.books.filter { holds(author, $0) }.map { KeyPair(author.id, $0.id) }
            return found.isEmpty ? [KeyPair(author.id, nil)] : found
        }
    }

    private static func expectPairs(
        _ join: LeftJoin<Author, Book>, _ expected: [KeyPair], _ context: Context, _ what: String
    ) throws {
        let keys = try context.select(join) { ($0.id, $1.id) }
        try expectEqual(keys.map { KeyPair($0.0, $0.1) }, expected, what)
        try expectEqual(try context.count(join), expected.count, "\(what), counted")
    }

    private static let conditions: [ConformancePromise] = [
        library("A left join keeps the objects of the smaller side that have no partner") { context in
            let pairs = leftJoin(Author.all, Book.all, on: { $0.id.optional == $1.author.id })
            try expectPairs(pairs, expected(), context, "all")
            let few = leftJoin(
                Author.where { $0.rank > 5 }, Book.all, on: { $0.id.optional == $1.author.id })
            try expectPairs(
                few, expected().filter { $0.first == 3 || $0.first == 4 }, context, "of a condition")
            let none = leftJoin(
                Author.all, Book.where { $0.id > 50 }, on: { $0.id.optional == $1.author.id })
            try expectPairs(none, Library.authors.map { KeyPair($0.id, nil) }, context, "no second object")
            let nobody = leftJoin(
                Author.where { $0.id > 50 }, Book.all, on: { $0.id.optional == $1.author.id })
            try expectPairs(nobody, [], context, "no first object")
        },
        library("A condition of a left join on one side only decides which partners there are") { context in
            let first = leftJoin(
                Author.all, Book.all, on: { $0.id.optional == $1.author.id && $0.country == "NL" })
            try expectPairs(
                first, expected { $0.id == $1.authorID && $0.country == "NL" }, context, "the first side")
            let second = leftJoin(
                Author.all, Book.all, on: { $0.id.optional == $1.author.id && $1.isPrinted == true })
            try expectPairs(
                second, expected { $0.id == $1.authorID && $1.isPrinted }, context, "the second side")
        },
        library("A condition on the result of a left join decides about objects without a partner too") {
            context in
            let pairs = leftJoin(Author.all, Book.all, on: { $0.id.optional == $1.author.id })
            try expectPairs(
                pairs.where { $1 == nil }, expected().filter { $0.second == nil }, context, "alone")
            try expectPairs(
                pairs.where { $1 != nil }, expected().filter { $0.second != nil }, context, "in pairs")
            try expectPairs(
                pairs.where { $0.country == "NL" && $1.id > 1 },
                expected().filter { [1, 4].contains($0.first) && ($0.second ?? 0) > 1 }, context, "both sides"
            )
            let first = try context.existing(Book.self, 1)
            try expectPairs(
                pairs.where { $1 == first.objectID }, [KeyPair(1, 1)], context, "a certain partner")
            try expectPairs(
                pairs.where { $1 != first.objectID }, expected().filter { $0.second != 1 }, context,
                "no certain partner")
        },
        library("A left join without an equality keeps objects without a partner") { context in
            let pairs = leftJoin(Author.all, Book.all, on: { $0.rank > $1.pages && $1.pages > 0 })
            try expectPairs(
                pairs,
                expected { author, book in
                    (author.rank ?? .min) > (book.pages ?? .max) && (book.pages ?? 0) > 0
                }, context, "a larger rank")
        },
    ]

    private static let values: [ConformancePromise] = [
        library("A missing partner has the values of an empty relationship") { context in
            let pairs = leftJoin(Author.all, Book.all, on: { $0.id.optional == $1.author.id })
                .where { $1 == nil }
            let rows = try context.select(pairs) {
                ($1.title, $1.chapters.count, $1.chapters.sum { $0.words }, $1.chapters.maximum { $0.words })
            }
            let alone = expected().filter { $0.second == nil }.count
            try expectEqual(rows.map(\.0), Array(repeating: nil, count: alone), "an attribute")
            try expectEqual(rows.map(\.1), Array(repeating: 0, count: alone), "a number of members")
            try expectEqual(rows.map(\.2), Array(repeating: 0, count: alone), "a sum")
            try expectEqual(rows.map(\.3), Array(repeating: nil, count: alone), "a maximum")
            let conditions = try context.select(pairs) {
                ($1.tags.any { $0.weight > 0 }, $1.tags.all { $0.weight > 0 }, $1.publisher == nil)
            }
            try expectEqual(conditions.map(\.0), Array(repeating: false, count: alone), "any member")
            try expectEqual(conditions.map(\.1), Array(repeating: true, count: alone), "all members")
            try expectEqual(conditions.map(\.2), Array(repeating: true, count: alone), "a relationship")
        },
        library("Aggregates leave missing partners out, and count their rows") { context in
            let pairs = leftJoin(Author.all, Book.all, on: { $0.id.optional == $1.author.id })
            let groups = try context.grouped(pairs, by: { author, _ in author.id }) {
                ($0.count(), $1.id.valueCount, $1.pages.sum)
            }
            try expectEqual(groups.map(\.group), Library.authors.map(\.id), "the groups")
            try expectEqual(
                groups.map(\.values.0), Library.authors.map { max($0.books.count, 1) }, "rows")
            try expectEqual(groups.map(\.values.1), Library.authors.map(\.books.count), "books")
            try expectEqual(
                groups.map(\.values.2),
                Library.authors.map { $0.books.compactMap(\.pages).reduce(0, +) }, "pages")
        },
        library("Missing partners come first in an ascending order, and last in a descending one") {
            context in
            let pairs = leftJoin(Author.all, Book.all, on: { $0.id.optional == $1.author.id })
            let ascending = expected().sorted {
                ($0.second ?? .min, $0.first) < ($1.second ?? .min, $1.first)
            }
            try expectPairs(pairs.sorted { $1.id }, ascending, context, "ascending")
            try expectPairs(
                pairs.sorted { $1.id.descending }.limit(4), Array(ascending.reversed().prefix(4)), context,
                "descending")
        },
    ]
}
