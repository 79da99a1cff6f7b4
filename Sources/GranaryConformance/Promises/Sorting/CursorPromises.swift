import FoundationEssentials
import Granary

/// Pages by cursor cover a query once, in its order, for every sort and with concurrent writers.
enum CursorPromises: PromiseList {
    static let category = ConformanceCategory.sorting
    static let areAboutContent = true

    static var promises: [ConformancePromise] { scalars + orders + concurrency + changes + refusals + plans }

    // MARK: Every type

    private static var scalars: [ConformancePromise] {
        let numbers =
            [covers(IntegerColumns.int), covers(IntegerColumns.uint64), covers(NumberColumns.double)]
            + [covers(NumberColumns.float), covers(NumberColumns.decimal), covers(OtherColumns.bool)]
        let others =
            [covers(OtherColumns.string), covers(OtherColumns.data), covers(OtherColumns.date)]
            + [covers(OtherColumns.uuid), covers(OtherColumns.url), covers(EnumerationColumns.level)]
        return numbers + others
    }

    private static func covers<V>(_ column: ScalarColumn<V>) -> ConformancePromise {
        promise("Pages by cursor under \(column.name)? cover every row once, in both directions") { bench in
            try await bench.perform { context in
                try ScalarRows.insert(column, in: context)
                try context.save()
                for query in [
                    Finding.all.sorted { column.optional($0).ascending },
                    Finding.all.sorted { column.optional($0).descending },
                ] {
                    try expectEqual(
                        try keys(query, size: 7, in: context), try context.keys(query), "keys of the pages")
                }
            }
        }
    }

    /// The keys of all pages, by cursors that went through JSON.
    private static func keys(
        _ query: Query<Finding>, size: Int, in context: Context,
        between: (Int) throws -> Void = { _ in }
    ) throws -> [Int] {
        var found: [Int] = []
        var next: PageCursor?
        for number in 0..<100 {
            let page = try context.page(next.map(query.after) ?? query, size: size)
            found += page.objects.map(\.id)
            guard let cursor = page.next else { return found }
            try expectEqual(page.objects.count, size, "objects of page \(number)")
            next = try JSONDecoder().decode(
                [PageCursor].self, from: JSONEncoder().encode([cursor])
            ).first
            try between(number)
        }
        throw ConformanceFailure(.broken, "the pages do not end")
    }

    // MARK: Orders

    private static func fill(_ context: Context) throws {
        for id in 0..<60 {
            try context.insert(
                Finding(
                    id: id, int: id % 7 == 6 ? nil : id % 7, string: id % 5 == 0 ? nil : "t\(id % 3)"))
        }
        try context.save()
    }

    private static let orders: [ConformancePromise] = [
        promise("Pages by cursor cover random orders in mixed directions, with nil and ties") { bench in
            for seed in ConformanceEffort.current.seeds(4, long: 40) {
                try await bench.perform { context in
                    var random = SeededGenerator(seed: seed)
                    context.rollback()
                    if try context.count(Finding.all) == 0 { try fill(context) }
                    var query = Finding.all
                    for _ in 0...random.below(3) {
                        let descends = random.chance(2)
                        query =
                            switch random.below(3) {
                            case 0: query.sorted { descends ? $0.int.descending : $0.int.ascending }
                            case 1: query.sorted { descends ? $0.string.descending : $0.string.ascending }
                            default: query.sorted { descends ? $0.id.descending : $0.id.ascending }
                            }
                    }
                    if random.chance(2) { query = query.where { $0.int != 3 } }
                    let size = 1 + random.below(9)
                    try expectEqual(
                        try keys(query, size: size, in: context), try context.keys(query),
                        "keys of pages of \(size), seed \(seed)")
                }
            }
        },
        promise("Pages by cursor without an order go by the key") { bench in
            try await bench.perform { context in
                try fill(context)
                try expectEqual(
                    try keys(Finding.all, size: 25, in: context), Array(0..<60), "keys of the pages")
            }
        },
        promise("Pages by cursor break ties by a key of several parts") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                for query in [
                    Chapter.all, Chapter.all.sorted { $0.words.descending },
                    Chapter.all.sorted { $0.position.ascending },
                ] {
                    var found: [Chapter] = []
                    var page = try context.page(query, size: 2)
                    found += page.objects
                    while let cursor = page.next {
                        page = try context.page(query.after(cursor), size: 2)
                        found += page.objects
                    }
                    try expect(
                        found.elementsEqual(try context.fetch(query), by: ===), "other chapters than fetched")
                }
            }
        },
        promise("Pages by cursor under a calculation cover every row once") { bench in
            try await bench.perform { context in
                try fill(context)
                let query = Finding.all.sorted { ($0.int * 10).descending }
                try expectEqual(
                    try keys(query, size: 11, in: context), try context.keys(query), "keys of the pages")
            }
        },
    ]

    private static let concurrency: [ConformancePromise] =
        everywhere(
            [
                promise("Pages by cursor under the property of another object cover every row once") {
                    bench in
                    try await bench.saveLibrary()
                    try await bench.perform { context in
                        for query in [
                            Book.all.sorted { $0.author.name.ascending },
                            Book.all.sorted { $0.author.rank.descending }.sorted { $0.pages.ascending },
                        ] {
                            var found: [Int] = []
                            var page = try context.page(query, size: 3)
                            found += page.objects.map(\.id)
                            while let cursor = page.next {
                                page = try context.page(query.after(cursor), size: 3)
                                found += page.objects.map(\.id)
                            }
                            try expectEqual(found, try context.fetch(query).map(\.id), "keys of the pages")
                        }
                    }
                }
            ], in: [.united, .apart])
        + [
            promise(
                "No row is skipped or repeated by cursor while others insert and delete",
                needs: [.concurrentSessions]
            ) { bench in
                try await bench.save { try fill($0) }
                let stack = bench.stack
                try await bench.perform { context in
                    let query = Finding.all.sorted { $0.int.descending }
                    let before = try context.keys(query)
                    let found = try keys(query, size: 8, in: context) { number in
                        let other = try stack.makeContext(stack.backgroundOptions)
                        try other.insert(Finding(id: 100 + number, int: 6))
                        try other.insert(Finding(id: 200 + number, int: -1))
                        if let gone = try other.object(Finding.self, number * 9 + 2) {
                            try other.delete(gone)
                        }
                        try other.save()
                        try context.refreshAll()
                    }
                    let old = found.filter { $0 < 100 }
                    try expectEqual(Set(found).count, found.count, "rows found once")
                    try expectEqual(old, before.filter(old.contains), "the order of the rows")
                    let left = try context.keys(query).filter { $0 < 100 }
                    try expect(Set(left).isSubset(of: old), "a row was skipped")
                }
            }
        ]

    private static let changes: [ConformancePromise] = [
        promise("Pages by cursor count unsaved changes, in a child too") { bench in
            try await bench.perform { context in
                try fill(context)
                for id in 0..<9 { try context.existing(Finding.self, id).int = 3 }
                try context.delete(try context.existing(Finding.self, 30))
                try context.insert(Finding(id: 500, int: 3))
                let query = Finding.where { $0.int == 3 }.sorted { $0.string.descending }
                let expected = try context.keys(query)
                try expectEqual(try keys(query, size: 4, in: context), expected, "keys, unsaved")
                let child = context.makeChild()
                try expectEqual(try keys(query, size: 4, in: child), expected, "keys of a child")
                try context.save()
                try expectEqual(try keys(query, size: 4, in: context), expected, "keys, saved")
            }
        },
        promise("A cursor holds for fetches, counts and streams as well") { bench in
            try await bench.perform { context in
                try fill(context)
                let query = Finding.all.sorted { $0.int.ascending }
                let cursor = try unwrap(try context.page(query, size: 20).next, "a cursor")
                let rest = Array(try context.keys(query).dropFirst(20))
                try expectEqual(try context.keys(query.after(cursor)), rest, "fetched keys")
                try expectEqual(try context.count(query.after(cursor)), 40, "the count")
                var streamed: [Int] = []
                try context.stream(query.after(cursor)) {
                    streamed.append($0.id)
                    return true
                }
                try expectEqual(streamed, rest, "streamed keys")
            }
        },
        promise("The last page has no cursor, also when it is full") { bench in
            try await bench.perform { context in
                try fill(context)
                let page = try context.page(Finding.all, size: 60)
                try expect(page.objects.count == 60 && page.next == nil, "a cursor behind the last row")
                let empty = try context.page(Finding.where { $0.int == 77 }, size: 5)
                try expect(empty.objects.isEmpty && empty.next == nil, "a page of nothing")
            }
        },
    ]

    private static let refusals: [ConformancePromise] = [
        promise("A cursor of another query is refused, and the message says so") { bench in
            try await bench.perform { context in
                try fill(context)
                let query = Finding.where { $0.int < 5 }.sorted { $0.int.ascending }
                let cursor = try unwrap(try context.page(query, size: 5).next, "a cursor")
                for other in [
                    Finding.where { $0.int < 6 }.sorted { $0.int.ascending },
                    Finding.where { $0.int < 5 }.sorted { $0.int.descending },
                    query.sorted { $0.id.ascending }, Finding.where { $0.int < 5 },
                ] {
                    let error = try expectError(.query, "another query") {
                        _ = try context.fetch(other.after(cursor))
                    }
                    try expect(error.message.contains("another query"), error.message)
                }
                let error = try expectError(.query, "another model") {
                    _ = try context.fetch(Seat.all.after(cursor))
                }
                try expect(error.message.contains("another query"), error.message)
            }
        },
        promise("An altered cursor is refused wherever it is altered, and the message says so") { bench in
            try await bench.perform { context in
                try fill(context)
                let query = Finding.all.sorted { $0.string.ascending }
                let cursor = try unwrap(try context.page(query, size: 50).next, "a cursor")
                var texts = [
                    "", "A", "?", "====", "\u{E9}", cursor.text + "A", String(cursor.text.dropLast(4)),
                ]
                for position in stride(from: 0, to: cursor.text.count, by: 5) {
                    var characters = Array(cursor.text)
                    characters[position] = characters[position] == "Q" ? "R" : "Q"
                    texts.append(String(characters))
                }
                for text in texts where text != cursor.text {
                    let error = try expectError(.query, "the cursor \(text)") {
                        _ = try context.page(query.after(PageCursor(text: text)), size: 5)
                    }
                    try expect(error.message.contains("altered"), error.message)
                }
            }
        },
        promise("A cursor is refused by another schema, and the message says so", .together) { bench in
            let query = Finding.all.sorted { $0.int.ascending }
            let cursor = try await bench.perform { context in
                try fill(context)
                return try unwrap(try context.page(query, size: 5).next, "a cursor")
            }
            let schema = try Schema("Other", configurations: ["Operations": [Finding.self]])
            let stack = try bench.stack(
                of: [try bench.configuration("Operations", at: "other")], schema: schema)
            try await bench.withStack(stack) { stack in
                try await stack.perform { context in
                    let error = try expectError(.query, "the cursor") {
                        _ = try context.fetch(query.after(cursor))
                    }
                    try expect(error.message.contains("version of the schema"), error.message)
                }
            }
        },
        promise("A page has a size, and neither limit nor offset") { bench in
            try await bench.perform { context in
                for size in [0, -1, Int.max] {
                    try expectError(.query, "the size \(size)") {
                        _ = try context.page(Finding.all, size: size)
                    }
                }
                for query in [Finding.all.limit(5), Finding.all.offset(5)] {
                    try expectError(.query, "a range") { _ = try context.page(query, size: 5) }
                }
            }
        },
    ]

    // MARK: Costs

    private static func isServed(
        _ name: String, _ query: Query<Book>
    ) -> ConformancePromise {
        promise("A page by cursor under \(name) is served by an index", needs: .indexes) { bench in
            try await bench.save { context in
                for id in 1...2_000 { try context.insert(Book(id: id, title: "t\(id % 9)", pages: id / 4)) }
            }
            try await bench.perform { context in
                var page = try context.page(query, size: 200)
                page = try context.page(query.after(try unwrap(page.next, "a cursor")), size: 20)
                let cursor = try unwrap(page.next, "a second cursor")
                let plan = try context.explain(query.after(cursor).limit(20)).store
                try expect(plan.index != nil && !plan.scansAllRows, "no index: \(plan)")
            }
        }
    }

    private static let plans: [ConformancePromise] = [
        isServed("the key", Book.all),
        isServed("the key, descending", Book.all.sorted { $0.id.descending }),
        isServed("an indexed attribute", Book.where { $0.pages != nil }.sorted { $0.pages.ascending }),
        isServed(
            "two attributes that are indexed together",
            Book.all.sorted { $0.title.ascending }.sorted { $0.pages.ascending }),
    ]
}
