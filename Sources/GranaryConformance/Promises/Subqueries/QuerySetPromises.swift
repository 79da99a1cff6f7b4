import Granary

/// Union, intersection and difference of queries, and queries over the objects of others.
enum QuerySetPromises: PromiseList {
    static let category = ConformanceCategory.predicates
    static let areAboutContent = true

    static let promises: [ConformancePromise] = sets + sources

    /// The identities of a query's objects, which are as many as it counts.
    private static func found(_ query: Query<Book>, _ context: Context) throws -> [Int] {
        let ids = try context.fetch(query).map(\.id)
        try expectEqual(try context.count(query), ids.count, "the count")
        return ids
    }

    private static let byPages = Library.longestFirst.map(\.id)
    private static let longest = Book.all.sorted { $0.pages.descending }
    private static let printed = Library.books.filter(\.isPrinted).map(\.id)

    private static let sets: [ConformancePromise] = [
        library("A union has each object once, in the order of the keys") { context in
            let (printed, low) = (Book.where { $0.isPrinted }, Book.where { $0.id < 4 })
            try expectEqual(
                try found(printed.union(low), context), Set(Self.printed + [1, 2, 3]).sorted(), "a union")
            try expectEqual(
                try found(low.union(Book.all), context), Library.books.map(\.id), "with all objects")
            try expectEqual(
                try found(low.union(Book.where { $0.id < 0 }), context), [1, 2, 3], "with no object")
        },
        library("An intersection and a difference") { context in
            let (printed, low) = (Book.where { $0.isPrinted }, Book.where { $0.id < 4 })
            let both = Self.printed.filter { $0 < 4 }
            try expectEqual(try found(printed.intersection(low), context), both, "an intersection")
            try expectEqual(try found(low.intersection(Book.all), context), [1, 2, 3], "with all objects")
            try expectEqual(
                try found(low.subtracting(printed), context), [1, 2, 3].filter { !both.contains($0) },
                "a difference")
            try expectEqual(try found(low.subtracting(Book.all), context), [], "without all objects")
            try expectEqual(
                try found(Book.all.subtracting(low), context), Library.books.map(\.id).filter { $0 > 3 },
                "all but some")
        },
        library("Sets of queries with limits and offsets") { context in
            let (most, last) = (longest.limit(3), Book.all.sorted { $0.id.descending }.limit(2))
            try expectEqual(
                try found(most.union(last), context), Set(byPages.prefix(3) + [9, 10]).sorted(), "a union")
            try expectEqual(
                try found(most.intersection(Book.where { $0.isPrinted }), context),
                byPages.prefix(3).filter(Self.printed.contains).sorted(), "an intersection")
            try expectEqual(
                try found(Book.all.subtracting(longest.offset(3)), context), byPages.prefix(3).sorted(),
                "a difference")
            try expectEqual(try found(most.subtracting(most), context), [], "without itself")
        },
        library("A set is ordered, limited, narrowed, computed over and a set again") { context in
            let set = Book.where { $0.isPrinted }.union(longest.limit(3))
            let ids = Set(printed + byPages.prefix(3))
            let ordered = byPages.filter(ids.contains)
            let most = set.sorted { $0.pages.descending }
            try expectEqual(try found(most, context), ordered, "ordered")
            try expectEqual(
                try found(most.offset(1).limit(2), context), Array(ordered.dropFirst().prefix(2)), "limited")
            try expectEqual(
                try found(set.where { $0.id > 4 }, context), ids.filter { $0 > 4 }.sorted(), "narrowed")
            let pages = Library.books.filter { ids.contains($0.id) }.compactMap(\.pages).reduce(0, +)
            try expectEqual(try context.sum(set) { $0.pages }, pages, "a sum")
            try expectEqual(
                try found(set.subtracting(Book.where { $0.id < 5 }.limit(2)), context),
                ids.subtracting([1, 2]).sorted(), "a set of a set")
        },
        library("Sets of objects with keys of several parts") { context in
            let first = Chapter.all.limit(2)
            let keys = try context.fetch(Chapter.all).map(\.objectID)
            try expectEqual(try context.fetch(first.asSource()).map(\.objectID), Array(keys.prefix(2)), "two")
            try expectEqual(
                try context.fetch(Chapter.all.subtracting(first)).map(\.objectID), Array(keys.dropFirst(2)),
                "the others")
        },
        memos("A set of queries that lift different filters") { context in
            let all = Memo.all.unfiltered("deleted")
            try expectEqual(try context.fetch(all.subtracting(Memo.all)).map(\.id), [2, 5], "deleted ones")
            try expectEqual(
                try context.fetch(Memo.where { $0.pages < 30 }.union(all.where { $0.pages > 40 })).map(\.id),
                [1, 5, 6], "seen short ones, and all long ones")
            try expectEqual(
                try context.fetch(all.intersection(Memo.all.unfiltered("draft"))).map(\.id), [1, 4, 6],
                "those of both")
        },
    ]

    private static let sources: [ConformancePromise] = [
        library("A condition behind a limit counts for the objects that the limit takes") { context in
            let source = longest.limit(4).asSource()
            let taken = byPages.prefix(4)
            try expectEqual(try found(source, context), taken.sorted(), "the objects")
            try expectEqual(
                try found(source.where { $0.isPrinted }, context), taken.filter(printed.contains).sorted(),
                "a condition")
            try expectEqual(
                try found(longest.where { $0.isPrinted }.limit(4), context),
                Array(byPages.filter(printed.contains).prefix(4)), "the same without a source")
        },
        library("An order and a range behind a limit count for the objects that the limit takes") { context in
            let source = longest.limit(4).asSource().sorted { $0.id.descending }
            let taken = byPages.prefix(4).sorted(by: >)
            try expectEqual(try found(source, context), taken, "ordered")
            try expectEqual(try found(source.offset(1).limit(2), context), Array(taken[1...2]), "a range")
            let again = source.limit(2).asSource().where { $0.id > 0 }
            try expectEqual(try found(again, context), taken.prefix(2).sorted(), "a source of a source")
        },
        library("Aggregates, groups, columns and pages over the objects that a limit takes") { context in
            let source = longest.limit(4).asSource()
            let taken = Library.books.filter { byPages.prefix(4).contains($0.id) }
            try expectEqual(
                try context.sum(source) { $0.pages }, taken.compactMap(\.pages).reduce(0, +), "a sum")
            let groups = try context.grouped(source, by: { $0.isPrinted }) { $0.count() }
            try expectEqual(
                groups.map(\.values),
                [taken.filter { !$0.isPrinted }.count, taken.filter(\.isPrinted).count].filter { $0 > 0 },
                "groups")
            try expectEqual(try context.select(source) { $0.id }, taken.map(\.id), "a column")
            let page = try context.page(source, size: 3)
            let next = try context.page(source.after(unwrap(page.next, "a cursor")), size: 3)
            try expectEqual((page.objects + next.objects).map(\.id), taken.map(\.id), "pages")
        },
        promise("A batch changes and deletes the objects that a limit takes") { bench in
            try await bench.save { context in
                for id in 1...9 { try context.insert(Finding(id: id, int: id * id % 7)) }
            }
            try await bench.perform { context in
                let most = Finding.all.sorted { $0.int.descending }.limit(3).asSource()
                try expectEqual(
                    try context.updateAll(most.where { $0.id < 6 }) { $0.int.set(to: 100) }, 2, "changed")
                try expectEqual(try context.deleteAll(most), 3, "deleted")
                try expectEqual(try context.count(Finding.where { $0.int == 100 }), 0, "what is left of them")
            }
        },
        promise("A live query over the objects that a limit takes") { bench in
            try await bench.save { context in
                for id in 1...5 { try context.insert(Finding(id: id, int: id * 10)) }
            }
            let most = Finding.all.sorted { $0.int.descending }.limit(3)
            var followed = try await FollowedQuery(most.asSource().where { $0.id < 5 }, bench)
            try expectEqual(followed.elements.map(\.id), [3, 4], "the first result")
            try await bench.save { try $0.insert(Finding(id: 9, int: 45)) }
            try expectEqual(try await followed.next(), ["delete 3 at 0"], "after a larger one")
        },
        promise("A page is no part of a set and no source") { bench in
            try await bench.perform { context in
                let page = Book.all.after(PageCursor(text: ""))
                for query in [page.asSource(), Book.all.union(page), page.subtracting(Book.all)] {
                    try expectError(.query, "a fetch") { _ = try context.fetch(query) }
                }
            }
        },
    ]
}
