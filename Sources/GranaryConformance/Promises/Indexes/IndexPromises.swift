import Granary

/// Plans report the index that serves a query, and costs confirm it.
enum IndexPromises: PromiseList {
    static let category = ConformanceCategory.indexes

    static var promises: [ConformancePromise] { served + honest + growth }

    /// Saves the library and enough other books that a scan is not the better plan.
    private static func fill(_ bench: ConformanceBench) async throws {
        try await bench.saveLibrary()
        try await bench.save { context in
            for id in 1_000..<2_000 { try context.insert(Book(id: id, title: "filler \(id)", pages: id)) }
        }
    }

    /// Checks that an index serves a query of books, and that the answer is right.
    static func serves(
        _ name: String, by index: String = "an index", _ query: Query<Book>, _ expected: [Int]
    ) -> ConformancePromise {
        promise("\(name) is served by \(index)", needs: .indexes) { bench in
            try await fill(bench)
            try await bench.perform { context in
                let plan = try context.explain(query)
                try expect(plan.store.index != nil, "no index: \(plan.store)")
                try expect(!plan.store.scansAllRows, "all rows are read: \(plan.store)")
                try expectEqual(try context.fetch(query).map(\.id), expected, "books")
                try expectEqual(try context.count(query), expected.count, "the count")
            }
        }
    }

    private static let served: [ConformancePromise] = [
        serves("Equality", Book.where { $0.pages == 96 }, [2, 6]),
        serves("Equality with nil", Book.where { $0.pages == nil }, [5]),
        serves("A range", Book.where { $0.pages >= 320 && $0.pages < 322 }, [1, 9, 10]),
        serves("An open range", Book.where { $0.pages < 7 }, [3, 8]),
        serves("A list", Book.where { $0.pages.isIn([7, 321, 96]) }, [2, 4, 6, 10]),
        serves("A key", Book.where { $0.id == 7 }, [7]),
        serves("A range of keys", Book.where { $0.id > 7 && $0.id < 10 }, [8, 9]),
        serves("A list of keys", Book.where { $0.id.isIn([9, 3, 500]) }, [3, 9]),
        serves("Two attributes together", Book.where { $0.title == "100 sure" && $0.pages == 96 }, [2]),
        serves("The first attribute of two", Book.where { $0.title == "100 sure" }, [2]),
        serves("A date", Book.where { $0.published == makeDate(2000, 2, 29) }, [2]),
        serves("A condition beside others", Book.where { $0.pages == 96 && $0.title.contains("100") }, [2]),
        promise("The members of an object are found by an index", needs: .indexes, .united) { bench in
            try await fill(bench)
            try await bench.perform { context in
                let author = try context.existing(Author.self, 1)
                let query = Book.where { $0.author == author.objectID }
                let plan = try context.explain(query)
                try expect(
                    plan.store.index != nil && !plan.store.scansAllRows,
                    "the plan does not use the index: \(plan.store)")
                try expectEqual(try context.fetch(query).map(\.id), [1, 2, 10], "books")
            }
        },
    ]

    private static let honest: [ConformancePromise] = [
        promise("A plan says so if every row is read") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let plan = try context.explain(Book.where { $0.reprints == 3 })
                try expect(plan.store.scansAllRows, "the plan does not read all rows: \(plan.store)")
                try expect(!plan.store.statement.isEmpty, "the plan has no statement")
            }
        },
        promise("Explaining changes nothing and loads nothing", .united) { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                for _ in 0..<3 { _ = try context.explain(Book.where { $0.author.name == "Ada" }) }
                try expectEqual(context.statistics.rowsFetched, 0, "rows fetched")
                try expect(!context.hasChanges, "there are changes")
            }
        },
        promise("A plan across stores says what the core does", .apart) { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let plan = try context.explain(Book.where { $0.author.name == "Ada" })
                try expect(!plan.core.isEmpty, "the plan does not mention the other store")
            }
        },
        promise("A plan says that unsaved changes are applied") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let query = Book.where { $0.pages == 96 }
                try expectEqual(try context.explain(query).core.count, 0, "notes without changes")
                try context.existing(Book.self, 1).pages = 96
                try expect(
                    try !context.explain(query).core.isEmpty, "the plan does not mention unsaved changes")
            }
        },
    ]

    /// Checks that fifty times as many rows do not make an indexed query much slower.
    ///
    /// Two rounds show that a store without indexes scans all rows. Other stores get many rounds, so that a busy
    /// machine breaks nothing.
    private static func flat(
        _ name: String, _ ask: @escaping @Sendable (Context, Int) throws -> Void
    ) -> ConformancePromise {
        promise(
            "\(name) costs the same among fifty times as many objects", needs: .indexes,
            mayBeKeptByChance: true
        ) { bench in
            let (few, questions) = (400, 20)
            let rounds = bench.harness.capabilities.contains(.indexes) ? 8 : 2
            func fill(_ range: Range<Int>) async throws {
                try await bench.save { context in
                    for id in range {
                        try context.insert(
                            Book(
                                id: id, title: "title \(id)", pages: id,
                                published: makeDate(2000, 1, 1, 0, 0, Double(id))))
                    }
                }
            }
            try await fill(0..<few)
            let before = try await bench.perform { context in
                try Pace.shortest(min(rounds, 7)) {
                    for round in 0..<questions { try ask(context, round * 7 % few) }
                }
            }
            try await fill(few..<(few * 50))
            try await bench.perform { context in
                let after = try Pace.fits(
                    within: before * 10 + .milliseconds(20), rounds: rounds, steps: questions
                ) { round in try ask(context, round * 7 % few) }
                try expect(after.isMet, "\(before) with few rows; with many: \(after.text)")
            }
        }
    }

    private static let growth: [ConformancePromise] = [
        flat("Equality") { context, number in
            try expectEqual(
                try context.count(Book.where { $0.pages == number }), 1, "books of \(number) pages")
        },
        flat("A short range") { context, number in
            try expectEqual(
                try context.count(Book.where { $0.pages >= number && $0.pages < number + 3 }), 3, "books")
        },
        flat("The first ten in the order of an index") { context, _ in
            let query = Book.all.sorted { $0.pages.ascending }.limit(10)
            try expectEqual(try context.select(query) { ($0.id, $0.pages) }.count, 10, "books")
        },
        flat("The first three of a stream") { context, _ in
            var streamed = 0
            try context.stream(Book.all) { _ in
                streamed += 1
                return streamed < 3
            }
            try expectEqual(streamed, 3, "books streamed")
        },
        flat("A key") { context, number in
            try expectEqual(
                try context.count(Book.where { $0.id == number }), 1, "books of the key \(number)")
        },
    ]
}
