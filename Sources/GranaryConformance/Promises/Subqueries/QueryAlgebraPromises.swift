import Granary

/// Laws between sets, sources, joins and queries about the outer object, for random conditions, with unsaved changes, in one
/// store and across stores.
enum QueryAlgebraPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { sets + everywhere(pairs) }

    /// Checks a law for two random queries, of which some have a range.
    private static func law(
        _ name: String, _ check: @escaping @Sendable (Query<Book>, Query<Book>, Context) throws -> Void
    ) -> ConformancePromise {
        library(name) { context in
            for seed in 1...4 as ClosedRange<UInt64> {
                var random = SeededGenerator(seed: seed)
                let (first, second) = (query(&random), query(&random))
                do {
                    try check(first, second, context)
                } catch let failure as ConformanceFailure {
                    throw ConformanceFailure(.broken, "With the seed \(seed): \(failure.message)")
                }
            }
        }
    }

    private static func query(_ random: inout SeededGenerator) -> Query<Book> {
        let (number, word) = (random.below(11), random.pick("red", "blue", "green"))
        let condition: Query<Book> =
            switch random.below(7) {
            case 0: Book.where { $0.isPrinted }
            case 1: Book.where { $0.id > number }
            case 2: Book.where { $0.pages > number * 40 }
            case 3: Book.where { $0.author == nil || $0.id == number }
            case 4: Book.where { $0.tags.any { $0.word == word } }
            case 5: Book.where { $0.author.id.isIn(Author.where { $0.rank > number }.values { $0.id }) }
            default: Book.all
            }
        if random.chance(2) { return condition }
        return condition.sorted { random.chance(2) ? $0.pages.descending : $0.id.descending }
            .limit(random.below(7))
    }

    private static func ids(_ query: Query<Book>, _ context: Context) throws -> Set<Int> {
        Set(try context.fetch(query).map(\.id))
    }

    private static let sets: [ConformancePromise] = [
        law("A union, an intersection and a difference of any queries are those of their objects") {
            first, second, context in
            let (left, right) = (try ids(first, context), try ids(second, context))
            try expectEqual(try ids(first.union(second), context), left.union(right), "a union")
            try expectEqual(
                try ids(first.intersection(second), context), left.intersection(right), "an intersection")
            try expectEqual(
                try ids(first.subtracting(second), context), left.subtracting(right), "a difference")
        },
        law("The objects of any query are those in common with another and the others") {
            first, second, context in
            let parts = first.intersection(second).union(first.subtracting(second))
            try expectEqual(try ids(parts, context), try ids(first, context), "both parts")
            try expectEqual(
                try context.count(first.union(second)),
                try context.count(first) + context.count(second.subtracting(first)), "numbers")
        },
        law("A condition on a source is an intersection with it") { first, second, context in
            let narrowed = first.asSource().where { $0.isPrinted }
            try expectEqual(
                try ids(narrowed, context),
                try ids(first.intersection(Book.where { $0.isPrinted }), context), "one query")
            let twice = first.asSource().intersection(second.asSource())
            try expectEqual(
                try ids(twice, context), try ids(first.intersection(second), context), "two queries")
        },
        law("Aggregates, groups and columns of a set are those of its objects") { first, second, context in
            let set = first.union(second)
            let books = try context.fetch(set)
            let (count, pages) = try context.aggregate(set) { ($0.count(), $0.pages.sum) }
            try expectEqual(count, books.count, "the number")
            try expectEqual(pages, books.compactMap(\.pages).reduce(0, +), "pages")
            let groups = try context.grouped(set, by: { $0.isPrinted }) { $0.count() }
            try expectEqual(groups.map(\.values).reduce(0, +), books.count, "all groups")
            try expectEqual(try context.select(set) { $0.title }, books.map(\.title), "titles")
        },
    ]

    private static let pairs: [ConformancePromise] = [
        law("A join has a partner where a query about the outer object finds one") { first, _, context in
            let joined = join(first, Author.all, on: { $0.author.id == $1.id && $1.rank > 1 })
            let found = first.asSource().where { book in
                book.author != nil
                Author.where { $0.id == book.author.id.outer() && $0.rank > 1 }.exists()
            }
            let firsts = try context.select(joined) { book, _ in book.id }
            try expectEqual(Set(firsts), try ids(found, context), "books with a partner")
            let alone = leftJoin(first, Author.all, on: { $0.author.id == $1.id && $1.rank > 1 })
                .where { $1 == nil }
            try expectEqual(
                Set(try context.select(alone) { book, _ in book.id }),
                try ids(first.subtracting(found), context), "books without one")
        },
        law("A join has as many pairs as queries about the outer object count") { first, second, context in
            let pairs = join(
                first, Book.where { $0.pages != nil }, on: { $0.author.id == $1.author.id && $0.id != $1.id })
            let counts = try context.select(first.where { $0.author != nil }) { book in
                Book.where {
                    $0.pages != nil
                    $0.author.id == book.author.id.outer() && $0.id != book.id.outer()
                }.count()
            }
            // A limit takes the same books with and without an author.
            if first.limit == nil { try expectEqual(try context.count(pairs), counts.reduce(0, +), "pairs") }
            try expectEqual(
                try context.count(crossJoin(first, second)),
                try context.count(first) * context.count(second), "each with each")
        },
        law("A left join of any queries has the pairs of the join and the objects without a partner") {
            first, second, context in
            let pairs = join(first, second, on: { $0.publisher.code == $1.publisher.code && $0.id < $1.id })
            let wider = leftJoin(
                first, second, on: { $0.publisher.code == $1.publisher.code && $0.id < $1.id })
            let alone = try context.count(wider.where { $1 == nil })
            try expectEqual(
                try context.count(wider), try context.count(pairs) + alone, "pairs and books without one")
            let firsts = Set(try context.select(pairs) { book, _ in book.id })
            try expectEqual(firsts.count + alone, try context.count(first), "each book")
        },
        law("Lists of members are the rows of a join with their owners") { first, _, context in
            let rows = try context.select(first) {
                ($0.id, $0.chapters.where { $0.words > 10 }.select { $0.words })
            }
            let pairs = join(first, Chapter.where { $0.words > 10 }, on: { $0.id == $1.book.id })
            let joined = Dictionary(grouping: try context.select(pairs) { ($0.id, $1.words) }, by: \.0)
            for (id, words) in rows {
                try expectEqual(words, joined[id]?.map(\.1) ?? [], "the chapters of book \(id)")
            }
        },
        law("The best of each group are the first of a list of each owner") { first, _, context in
            let best = try context.fetch(
                first.asSource().where { $0.author != nil }.sorted { $0.pages.descending }, first: 2,
                ofEach: { $0.author })
            let among = first.asSource().values { $0.id }
            let lists = try context.select(Author.all) {
                $0.books.where { $0.id.isIn(among) }.sorted { $0.pages.descending }.limit(2).select { $0.id }
            }
            try expectEqual(Set(best.map(\.id)), Set(lists.flatMap { $0 }), "the longest two of each author")
        },
    ]
}
