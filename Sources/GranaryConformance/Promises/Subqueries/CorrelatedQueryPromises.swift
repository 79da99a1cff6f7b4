import Granary

/// Other queries whose expressions name the object that they are asked for, in one store and across stores.
enum CorrelatedQueryPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { everywhere(existence + results) + inside + faults }

    private static let chapters = Library.books.flatMap(\.chapters)

    private static func isLonger(_ pages: Int?, than rank: Int?) -> Bool {
        if let pages, let rank { pages > rank } else { false }
    }

    private static let existence: [ConformancePromise] = [
        books(
            "The existence of another object with the same value",
            { book in
                Book.where { $0.pages == book.pages.outer() && $0.id != book.id.outer() }.exists()
            }
        ) { row in Library.books.contains { $0.pages == row.pages && $0.id != row.id } },
        books(
            "The existence of an object with the same value, of which some are nil",
            { book in Tag.where { $0.weight == book.reprints.outer() }.exists() }
        ) { row in Library.tags.contains { $0.weight == row.reprints } },
        books(
            "The existence of an object that is compared with a value along a path",
            { book in
                Author.where {
                    $0.country == book.author.country.outer() && $0.id.optional != book.author.id.outer()
                }.exists()
            }
        ) { row in
            Library.authors.contains { $0.country == row.author?.country && $0.id != row.authorID }
        },
        books(
            "The existence of an object by members of the outer one",
            { book in Tag.where { $0.weight == book.chapters.count.optional.outer() }.exists() }
        ) { row in Library.tags.contains { $0.weight == row.chapters.count } },
        books(
            "The existence of an object by several values and a calculation",
            { book in
                Book.where {
                    $0.isPrinted
                    $0.author.id == book.author.id.outer()
                    $0.id + 1 > book.id.outer() * 2
                }.exists()
            }
        ) { row in
            Library.books.contains { $0.isPrinted && $0.authorID == row.authorID && $0.id + 1 > row.id * 2 }
        },
        authors(
            "Another query about a member and about its owner",
            { author in
                author.books.any { book in
                    Chapter.where { $0.words > book.pages.outer() && $0.words > author.rank.outer() }
                        .exists()
                }
            }
        ) { row in
            row.books.contains { book in
                chapters.contains {
                    isLonger($0.words, than: book.pages) && isLonger($0.words, than: row.rank)
                }
            }
        },
    ]

    private static let results: [ConformancePromise] = [
        authors(
            "A value among those of a query about the outer object",
            { author in
                author.id.isIn(Book.where { $0.pages > author.rank.outer() }.values { $0.author.id })
            }
        ) { row in row.books.contains { isLonger($0.pages, than: row.rank) } },
        books(
            "A value among the first ones of a query about the outer object",
            { book in
                let same = Book.where { $0.author.id == book.author.id.outer() }
                return book.id.isIn(same.sorted { $0.pages.descending }.limit(2).values { $0.id })
            }
        ) { row in
            Library.longestFirst.filter { $0.authorID == row.authorID }.prefix(2).contains {
                $0.id == row.id
            }
        },
        books(
            "A value among those behind the first one of a query about the outer object",
            { book in
                let same = Book.where { $0.author.id == book.author.id.outer() }
                return book.id.isIn(same.offset(1).limit(1).values { $0.id })
            }
        ) { row in
            Library.books.filter { $0.authorID == row.authorID }.dropFirst().first?.id == row.id
        },
        authors(
            "A number of objects that are compared with the outer one",
            { author in Book.where { $0.pages > author.rank.outer() }.count() > 5 }
        ) { row in Library.books.filter { isLonger($0.pages, than: row.rank) }.count > 5 },
        books(
            "A sum over objects with the same value",
            { book in Book.where { $0.author.id == book.author.id.outer() }.sum { $0.pages } > 400 }
        ) { row in
            Library.books.filter { $0.authorID == row.authorID }.compactMap(\.pages).reduce(0, +) > 400
        },
        books(
            "The largest value of objects with the same value",
            { book in
                let same = Book.where { $0.publisher.code == book.publisher.code.outer() }
                return book.pages == same.maximum { $0.pages }
            }
        ) { row in
            let same = Library.books.filter { $0.publisherCode == row.publisherCode }
            return row.pages == same.compactMap(\.pages).max()
        },
        books(
            "A calculation with aggregates of objects with the same value",
            { book in
                let same = Book.where { $0.author.id == book.author.id.outer() }
                return same.value { $0.id.sum / $0.count() } > 4
            }
        ) { row in
            let same = Library.books.filter { $0.authorID == row.authorID }.map(\.id)
            return same.reduce(0, +) / same.count > 4
        },
    ]

    /// Columns, orders, batches, unsaved changes, live queries and plans.
    private static let inside: [ConformancePromise] = [
        library("A query about the outer object in columns and orders") { context in
            func books(_ author: Author.Fields) -> Query<Book> {
                Book.where { $0.author.id == author.id.optional.outer() }
            }
            let rows = try context.select(Author.all.sorted { books($0).count().descending }) {
                ($0.id, books($0).count(), books($0).maximum { $0.pages })
            }
            let expected = Library.authors.sorted {
                ($0.books.count, $0.id) > ($1.books.count, $1.id)
            }
            try expectEqual(rows.map(\.0), expected.map(\.id), "authors")
            try expectEqual(rows.map(\.1), expected.map(\.books.count), "their books")
            try expectEqual(
                rows.map(\.2), expected.map { $0.books.compactMap(\.pages).max() }, "the longest ones")
        },
        promise("A query about the outer object in a batch and under unsaved changes") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                try context.updateAll(Author.all) { author in
                    author.rank.set(
                        to: Book.where { $0.author.id == author.id.optional.outer() }.count().optional)
                }
                let ranks = try context.fetch(Author.all).map(\.rank)
                try expectEqual(ranks, Library.authors.map(\.books.count), "numbers of books")
                let alone = Author.where { author in
                    !Author.where { $0.rank == author.rank.outer() && $0.id != author.id.outer() }.exists()
                }
                let known = try context.fetch(alone).map(\.id)
                try context.insert(Author(id: 9, name: "New", rank: 77))
                try expectEqual(try context.fetch(alone).map(\.id), known + [9], "with a new author")
                try context.existing(Author.self, 2).rank = 77
                try expectEqual(
                    try context.fetch(alone).map(\.id).contains(9), false, "after a further change")
            }
        },
        promise("A live query follows a query about the outer object") { bench in
            try await bench.saveLibrary()
            let query = Book.where { book in
                Tag.where { $0.weight == book.author.rank.outer() && $0.word != "green" }.exists()
            }
            var books = try await FollowedQuery(query, bench)
            try expectEqual(books.elements.map(\.id), [1, 2, 10], "the books of rank 3")
            try await bench.save { try $0.insert(Tag(word: "another", weight: 120)) }
            try expectEqual(
                try await books.next().count, 2, "after a new tag with the rank of the author of two books")
        },
        library("The plan names a query that is read before") { context in
            let plan = try context.explain(
                Author.where { author in Book.where { $0.pages > author.rank.outer() }.exists() })
            try expect(
                plan.core.contains { $0.hasPrefix("A query of Book is read before: 10 rows") },
                "the plan: \(plan)")
        },
    ]

    private static let faults: [ConformancePromise] = [
        books("A query about the outer object fails as its condition does", failsWith: .divisionByZero) {
            book in Book.where { $0.id % ($0.id - 1) == book.id.outer() }.exists()
        },
        books("A query about the outer object that is ordered by it", failsWith: .query) { book in
            let ordered = Book.all.sorted { ($0.id - book.id.outer()).ascending }
            return book.id.isIn(ordered.limit(1).values { $0.id })
        },
        books("A query about the outer object that asks members for it", failsWith: .query) { book in
            Author.where { $0.books.any { $0.pages == book.pages.outer() } }.exists()
        },
        books("A query about an object that is not around it", failsWith: .query) { _ in
            Author.where { $0.id == Tag.fields.books.count.outer() }.exists()
        },
        library("A query about the outer object in a condition on groups") { context in
            try expectError(.query, "an object where there are groups") {
                _ = try context.grouped(
                    Book.all, by: { $0.isPrinted }, { $0.count() },
                    arranged: {
                        $0.having {
                            $0.count() > Tag.where { $0.weight == Book.fields.reprints.outer() }.count()
                        }
                    })
            }
        },
    ]
}
