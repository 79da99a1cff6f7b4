import Granary

/// Pairs of objects of two queries, in one store and across stores, each also as a left join.
enum JoinPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { everywhere(equalities + others + sides) + faults }

    private static let equalities: [ConformancePromise] = [
        joined(
            "A join finds the pairs with an equal value", { $0.author.id == $1.id.optional },
            left: { $0.author.id == $1.id }
        ) { $0.authorID == $1.id },
        joined("nil joins nothing", { $0.reprints == $1.rank }, left: { $0.reprints == $1.rank }) {
            $0.reprints != nil && $0.reprints == $1.rank
        },
        joined(
            "A join by several equal values", { $0.reprints == $1.rank && $0.author.id == $1.id.optional },
            left: { $0.reprints == $1.rank && $0.author.id == $1.id }
        ) { $0.reprints != nil && $0.reprints == $1.rank && $0.authorID == $1.id },
        joined(
            "A join by values along paths and by calculated ones",
            { $0.author.country == $1.country && $0.id * 2 > $1.id + 3 },
            left: { $0.author.country == $1.country && ($0.id * 2).optional > $1.id + 3 }
        ) {
            $0.author?.country != nil && $0.author?.country == $1.country && $0.id * 2 > $1.id + 3
        },
        joined(
            "A join by calculated values", { $0.id % 3 == $1.id % 2 },
            left: { $1.id % 2 == ($0.id % 3).optional }
        ) { $0.id % 3 == $1.id % 2 },
        joined(
            "A join by numbers of members", { $0.chapters.count == $1.books.count },
            left: { $0.chapters.count == $1.books.count }
        ) { $0.chapters.count == $1.books.count },
        joined(
            "A join by folded text", { $0.author.name.lowercased() == $1.name.lowercased().optional },
            left: { $0.author.name.lowercased() == $1.name.lowercased() }
        ) { $0.author?.name.lowercased() == $1.name.lowercased() },
    ]

    private static let others: [ConformancePromise] = [
        joined("A join by an inequality", { $0.reprints < $1.rank }, left: { $0.reprints < $1.rank }) {
            book, author in
            book.reprints.map { reprints in author.rank.map { reprints < $0 } ?? false } ?? false
        },
        joined(
            "A join by different values, of which none is nil", { $0.reprints != $1.rank },
            left: { $0.reprints != $1.rank }
        ) { $0.reprints != nil && $1.rank != nil && $0.reprints != $1.rank },
        joined(
            "A join by one of two equal values",
            { $0.reprints == $1.rank || $0.author.id == $1.id.optional },
            left: { $0.reprints == $1.rank || $0.author.id == $1.id }
        ) { $0.reprints != nil && $0.reprints == $1.rank || $0.authorID == $1.id },
        joined(
            "An equality beside other conditions on both sides and on one",
            { $0.author.id == $1.id.optional && $0.pages > $1.rank && $0.isPrinted && $1.country == "NL" },
            left: { $0.author.id == $1.id && $0.pages > $1.rank && $0.isPrinted && $1.country == "NL" }
        ) { book, author in
            book.authorID == author.id && (book.pages ?? .min) > (author.rank ?? .max) && book.isPrinted
                && author.country == "NL"
        },
        joined(
            "A join by conditions on members of both sides",
            { $0.tags.any { $0.word == "blue" } && $1.books.none { $0.isPrinted } },
            left: { $0.tags.any { $0.word == "blue" } && $1.books.none { $0.isPrinted } }
        ) { book, author in
            book.words.contains("blue") && !author.books.contains { $0.isPrinted }
        },
        joined(
            "A join with another query in its condition",
            {
                $0.id > Tag.all.count()
                    && $1.id.isIn(Book.where { $0.isPrinted }.values { $0.author.id })
            },
            left: {
                $0.id > Tag.all.count()
                    && $1.id.isIn(Book.where { $0.isPrinted }.values { $0.author.id })
            }
        ) { book, author in
            book.id > 4 && Library.books.contains { $0.isPrinted && $0.authorID == author.id }
        },
    ]

    private static let sides: [ConformancePromise] = [
        library("Ranges of the queries choose the objects that are joined") { context in
            let longest = Book.all.sorted { $0.pages.descending }.offset(1).limit(4)
            let pairs = join(
                longest, Author.all.sorted { $0.id.descending }.limit(3),
                on: { $0.author.id == $1.id.optional && $0.id > 0 && $1.id > 2 })
            let expected = JoinedLibrary.pairs { book, author in
                Library.longestFirst.dropFirst().prefix(4).contains { $0.id == book.id }
                    && author.id > 2 && book.authorID == author.id
            }
            let keys = try context.select(pairs) { ($0.id, $1.id) }
            try expectEqual(keys.map { KeyPair($0.0, $0.1) }, expected, "the pairs")
        },
        library("A model is joined with itself") { context in
            let pairs = join(Book.all, Book.all, on: { $0.pages == $1.pages && $0.id < $1.id })
            let rows = try context.select(pairs) { ($0.title, $1.title, $0.pages) }
            let expected = Library.books.flatMap { first in
                Library.books.filter { first.id < $0.id && $0.pages != nil && $0.pages == first.pages }
                    .map { (first.title, $0.title, first.pages) }
            }
            try expectEqual(rows.map(\.0), expected.map(\.0), "the first titles")
            try expectEqual(rows.map(\.1), expected.map(\.1), "the second titles")
            try expectEqual(rows.map(\.2), expected.map(\.2), "their pages")
        },
        library("Each object with each") { context in
            let pairs = crossJoin(Book.all, Author.all)
            try expectEqual(
                try context.count(pairs), Library.books.count * Library.authors.count, "all pairs")
            let nils = try context.select(pairs.where { $0.reprints == $1.rank }) { ($0.id, $1.id) }
            try expectEqual(
                nils.map { KeyPair($0.0, $0.1) }, JoinedLibrary.pairs { $0.reprints == $1.rank },
                "in a condition on the result nil equals nil")
        },
        library("Objects with keys of several parts and of text are joined") { context in
            let pairs = join(Chapter.all, Tag.all, on: { $0.words > $1.weight })
            let found = try context.fetch(pairs)
            let expected = Library.books.flatMap { book in
                book.chapters.enumerated().flatMap { position, chapter in
                    Library.tags.filter { ($0.weight ?? .max) < (chapter.words ?? .min) }
                        .map { "book \(book.id) \(position) \($0.word)" }
                }
            }
            try expectEqual(
                found.map { "\($0.0.volume) \($0.0.position) \($0.1.word)" }.sorted(), expected.sorted(),
                "the pairs")
            try expectEqual(try context.count(pairs), expected.count, "their number")
        },
        memos("Filters of both models count in joins, and are lifted by each query") { context in
            let seen = join(Memo.all, Folder.all, on: { $0.folder.id == $1.id.optional })
            try expectEqual(try context.select(seen) { memo, _ in memo.id }, [1], "with filters")
            let deleted = join(
                Memo.all.unfiltered("deleted"), Folder.all.unfiltered(),
                on: { $0.folder.id == $1.id.optional })
            try expectEqual(
                try context.select(deleted) { memo, _ in memo.id }, [1, 2, 4, 5], "deleted ones too")
            let all = join(
                Memo.all.unfiltered(), Folder.all.unfiltered(),
                on: { $0.folder.id == $1.id.optional && $1.memos.count > 2 })
            try expectEqual(
                try context.select(all) { memo, _ in memo.id }, [1, 2, 3],
                "all members of an unfiltered query")
        },
    ]

    private static let faults: [ConformancePromise] = [
        library("A join without a bound is refused, and may be allowed") { context in
            let pairs = crossJoin(Book.all, Author.all).comparing(atMost: 49)
            try expectError(.query, "fifty pairs") { _ = try context.count(pairs) }
            let unequal = join(Book.all, Author.all, on: { $0.id < $1.id }).comparing(atMost: 1)
            try expectError(.query, "without an equality") { _ = try context.fetch(unequal) }
            try expectEqual(try context.count(pairs.comparing(atMost: 50)), 50, "allowed")
            let equal = join(Book.all, Author.all, on: { $0.author.id == $1.id.optional })
            try expect(try context.exists(equal.comparing(atMost: 0)), "an equality needs no bound")
        },
        library("Mistakes in joins are errors") { context in
            let pairs = join(Book.all, Author.all, on: { $0.author.id == $1.id.optional })
            try expectError(.query, "a negative limit") { _ = try context.count(pairs.limit(-1)) }
            try expectError(.query, "a negative offset") { _ = try context.fetch(pairs.offset(-1)) }
            try expectError(.query, "an order beside distinct columns") {
                _ = try context.distinct(pairs.sorted { $1.name }) { book, _ in book.isPrinted }
            }
            let page = join(
                Book.all.after(PageCursor(text: "")), Author.all, on: { $0.author.id == $1.id.optional })
            try expectError(.query, "a page as a side") { _ = try context.count(page) }
            let negative = leftJoin(Book.all, Author.all.limit(-1), on: { $0.author.id == $1.id })
            try expectError(.query, "a negative limit of a side") { _ = try context.fetch(negative) }
            let lost = join(Book.all, Athlete.all, on: { $0.id == $1.id })
            try expectError(.schema, "a model that is not in the schema") { _ = try context.count(lost) }
        },
    ]
}
