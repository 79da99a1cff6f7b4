import Granary

/// Other queries in conditions: their values, aggregates and existence, in one store and across stores.
enum SubqueryPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static var promises: [ConformancePromise] { everywhere(values + results) + inside + faults }

    private static let printed = Library.books.filter(\.isPrinted)
    private static let pages = Library.books.compactMap(\.pages)

    private static let values: [ConformancePromise] = [
        books(
            "A value among those of a query of another model",
            { $0.author.id.isIn(Author.where { $0.country == "NL" }.values { $0.id }) }
        ) { $0.author?.country == "NL" },
        authors(
            "A value among those along a path of another model",
            { $0.id.isIn(Book.where { $0.pages > 300 }.values { $0.author.id }) }
        ) { $0.books.contains { ($0.pages ?? 0) > 300 } },
        books(
            "A value among those of the same model",
            { $0.pages.isIn(Book.where { $0.isPrinted }.values { $0.pages }) }
        ) { row in printed.contains { $0.pages == row.pages } },
        books(
            "nil is among the values of a query if an object has none",
            { $0.subtitle.isIn(Book.where { $0.id == 3 }.values { $0.subtitle }) }
        ) { $0.subtitle == nil },
        books(
            "A value among those of the first objects of an order",
            { $0.pages.isIn(Book.all.sorted { $0.pages.descending }.limit(2).values { $0.pages }) }
        ) { pages.sorted(by: >).prefix(2).contains($0.pages ?? -1_000) },
        books(
            "A value among those behind the first objects of an order",
            { $0.id.isIn(Book.all.sorted { $0.id.descending }.offset(3).values { $0.id }) }
        ) { row in Library.books.map(\.id).sorted(by: >).dropFirst(3).contains(row.id) },
        books(
            "A calculated value among calculated values",
            { ($0.id + 1).isIn(Book.where { $0.isPrinted }.values { $0.id * 2 }) }
        ) { row in printed.contains { $0.id * 2 == row.id + 1 } },
        books(
            "No value is among those of no object", { $0.id.isIn(Book.where { $0.id < 0 }.values { $0.id }) }
        ) { _ in false },
        books(
            "A query in a query in a query",
            {
                $0.author.id.isIn(
                    Author.where {
                        $0.id.isIn(Book.where { $0.id < Tag.all.count() }.values { $0.author.id })
                    }.values { $0.id })
            }
        ) { row in Library.books.contains { $0.id < 4 && $0.authorID != nil && $0.authorID == row.authorID }
        },
    ]

    private static let results: [ConformancePromise] = [
        books("A number of objects of another query", { $0.id > Tag.all.count() }) { $0.id > 4 },
        books("The largest value of another query", { $0.pages == Book.all.maximum { $0.pages } }) {
            $0.pages == pages.max()
        },
        books(
            "The smallest value of another query, beside one that is never nil",
            { $0.id > Book.where { $0.isPrinted }.minimum { $0.id } }
        ) { $0.id > (printed.map(\.id).min() ?? 0) },
        books("The mean of another query", { $0.pages.real > Book.all.average { $0.pages } }) {
            Double($0.pages ?? -1_000) > Double(pages.reduce(0, +)) / Double(pages.count)
        },
        books(
            "The sum of another query in a calculation",
            { ($0.pages ?? 0) * 2 > Book.where { $0.isPrinted }.sum { $0.pages } - 10 }
        ) { ($0.pages ?? 0) * 2 > printed.compactMap(\.pages).reduce(0, +) - 10 },
        books(
            "A calculation with aggregates of another query",
            { $0.id > Author.all.value { $0.rank.maximum.or(0) / $0.count() } }
        ) { $0.id > 24 },
        books("A mean of no object is nil", { $0.rating > Book.where { $0.id < 0 }.average { $0.rating } }) {
            _ in false
        },
        books(
            "The existence of an object of another query",
            { Tag.where { $0.weight > 8 }.exists() && $0.isPrinted }
        ) { $0.isPrinted },
        books("No object of another query", { !Tag.where { $0.weight > 8 }.exists() || $0.id == 1 }) {
            $0.id == 1
        },
        books(
            "A query in the condition on members",
            { $0.chapters.any { $0.words == Chapter.all.maximum { $0.words } } }
        ) { $0.chapters.contains { $0.words == 1_200 } },
    ]

    /// Other queries in orders, columns, groups and batches.
    private static let inside: [ConformancePromise] = [
        library("Another query in an order and in columns") { context in
            let query = Book.all.sorted { $0.id.isIn(Loan.all.values { $0.book.id }).descending }.limit(2)
            try expectEqual(
                Set(try context.fetch(query).map(\.id)),
                Set(Library.books.filter { $0.loans > 0 }.map(\.id).suffix(2)), "the lent books")
            let rows = try context.select(Book.where { $0.id < 3 }) {
                ($0.id, Author.all.count(), Book.all.maximum { $0.pages })
            }
            try expectEqual(rows.map(\.0), [1, 2], "the first column")
            try expectEqual(rows.map(\.1), [5, 5], "the second column")
            try expectEqual(rows.map(\.2), [pages.max(), pages.max()], "the third column")
        },
        library("Another query in groups and their condition") { context in
            let groups = try context.grouped(
                Book.all, by: { $0.id > Tag.all.count() }, { $0.count() },
                arranged: { $0.having { $0.count() > Tag.all.count() } })
            try expectEqual(groups.map(\.group), [true], "the groups")
            try expectEqual(groups.map(\.values), [Library.books.count - 4], "their sizes")
        },
        promise("Another query in a batch is answered before the batch writes") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let longest = Book.where { $0.pages == Book.all.maximum { $0.pages } }
                let changed = try context.updateAll(longest) {
                    $0.pages.set(to: Book.all.minimum { $0.pages })
                    $0.reprints.set(to: Author.all.count().optional)
                }
                try expectEqual(changed, 1, "changed books")
                let book = try context.existing(Book.self, 7)
                try expectEqual(book.pages, pages.min(), "pages")
                try expectEqual(book.reprints, 5, "reprints")
                let gone = Tag.where { !$0.word.isIn(Tag.where { $0.weight != nil }.values { $0.word }) }
                try expectEqual(try context.deleteAll(gone), 1, "deleted tags")
            }
        },
        promise("Thousands of values of another query are no limit") { bench in
            try await bench.save { context in
                for id in 0..<2_500 { try context.insert(Finding(id: id, int: id + 1)) }
            }
            try await bench.perform { context in
                let values = Finding.where { $0.id >= 100 }.values { $0.id }
                let query = Finding.where { $0.int.isIn(values) }
                try expectEqual(try context.count(query), 2_400, "the count")
                try expectEqual(try context.first(query)?.id, 99, "the first one")
                let texts = Finding.where { $0.int.isIn(values) && $0.id.isIn(values) }
                try expectEqual(try context.count(texts), 2_399, "both")
            }
        },
        promise("Unsaved changes count in another query") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let query = Book.where { $0.author.id.isIn(Author.where { $0.rank == 1 }.values { $0.id }) }
                try expectEqual(try context.count(query), 0, "before")
                try context.existing(Author.self, 1).rank = 1
                let expected = Library.books.filter { $0.authorID == 1 }.map(\.id)
                try expectEqual(try context.fetch(query).map(\.id), expected, "after a change")
                try expectEqual(
                    try context.fetch(Book.where { $0.id > Author.all.count() }).count, 5, "of five authors")
                try context.insert(Author(id: 9, name: "New"))
                try expectEqual(
                    try context.fetch(Book.where { $0.id > Author.all.count() }).count, 4, "of six authors")
            }
        },
        promise("A live query follows the model of another query in it") { bench in
            try await bench.saveLibrary()
            let query = Book.where { $0.id > Tag.all.count() }
            var books = try await FollowedQuery(query, bench)
            try expectEqual(books.elements.first?.id, 5, "the first book")
            try await bench.save { try $0.insert(Tag(word: "another", weight: 1)) }
            try expectEqual(try await books.next(), ["delete 5 at 0"], "after a new tag")
        },
        memos("Filters count in other queries, which lift their own") { context in
            let all = Folder.all.unfiltered()
            func found(_ condition: (Folder.Fields) -> Condition<Folder>) throws -> [Int] {
                try context.fetch(all.where(condition)).map(\.id)
            }
            try expectEqual(try found { $0.id < Memo.all.count() }, [1, 2], "three memos are seen")
            try expectEqual(try found { $0.id == Memo.all.count() - 2 }, [1], "three memos exactly")
            try expectEqual(
                try found { $0.id == Memo.all.unfiltered("deleted").count() - 3 }, [2],
                "five with deleted ones")
            try expectEqual(
                try found { $0.id.isIn(Memo.where { $0.pages < 30 }.values { $0.folder.id }) }, [1], "values")
        },
    ]

    private static let faults: [ConformancePromise] = [
        books(
            "A page as a part of another query", failsWith: .query,
            { $0.id.isIn(Book.all.after(PageCursor(text: "")).values { $0.id }) }),
        books(
            "A negative limit in another query", failsWith: .query,
            { $0.id.isIn(Book.all.limit(-1).values { $0.id }) }),
        books("Another query of a model that is not in the schema", failsWith: .query) { _ in
            Athlete.all.exists()
        },
        library("The plan names other queries that are answered before") { context in
            let plan = try context.explain(
                Book.where { $0.author.id.isIn(Author.where { $0.country == "NL" }.values { $0.id }) })
            try expect(
                plan.core.contains("A query of Author is answered before: 2 values."), "the plan: \(plan)")
        },
    ]
}
