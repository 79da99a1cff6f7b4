import Granary

/// Distinct rows follow the order of their query, and its range counts them.
enum DistinctPromises: PromiseList {
    static let category = ConformanceCategory.aggregates
    static let areAboutContent = true

    static let promises: [ConformancePromise] = [
        library("Distinct values come in the order of their query") { context in
            let falling = Book.all.sorted { $0.pages.descending }
            try expectEqual(
                try context.distinct(falling) { $0.pages }, [1_000, 321, 320, 96, 7, 0, -7, nil], "all")
            try expectEqual(try context.distinct(falling.limit(3)) { $0.pages }, [1_000, 321, 320], "first")
            try expectEqual(
                try context.distinct(falling.offset(2).limit(3)) { $0.pages }, [320, 96, 7], "next")
            try expectEqual(
                try context.distinct(falling.where { $0.pages < 300 }.limit(2)) { $0.pages }, [96, 7], "some")
        },
        library("The range of a query without an order counts distinct values") { context in
            try expectEqual(try context.distinct(Book.all.limit(3)) { $0.pages }, [nil, -7, 0], "first")
            try expectEqual(try context.distinct(Book.all.offset(6)) { $0.pages }, [321, 1_000], "last")
            try expectEqual(try context.distinct(Book.all.limit(0)) { $0.pages }, [], "none")
            try expectEqual(try context.distinct(Book.all.offset(99)) { $0.pages }, [], "behind all")
        },
        library("Ties among distinct rows go in the direction of the last term") { context in
            let rows = try context.distinct(Book.all.sorted { $0.isPrinted.descending }.limit(5)) {
                ($0.pages, $0.isPrinted)
            }
            try expectEqual(
                rows.map { "\($0.0 ?? -1) \($0.1)" },
                ["320 true", "-7 true", "-1 true", "1000 false", "321 false"], "rows")
        },
        library("An order of distinct rows by what is no column of them is an error") { context in
            try expectError(.query, "another column") {
                _ = try context.distinct(Book.all.sorted { $0.title.ascending }) { $0.pages }
            }
            try expectError(.query, "a column of two") {
                _ = try context.distinct(
                    Book.all.sorted { $0.pages.ascending }.sorted { $0.id.ascending }
                ) { ($0.pages, $0.isPrinted) }
            }
            try expectError(.query, "a negative limit") {
                _ = try context.distinct(Book.all.limit(-1)) { $0.pages }
            }
        },
        promise("Distinct rows of random queries are those of their objects") { bench in
            try await bench.saveLibrary()
            for seed in ConformanceEffort.current.seeds(40, long: 2_000) {
                try await bench.perform { context in
                    var generator = SeededGenerator(seed: seed)
                    if generator.chance(3), let book = try context.object(Book.self, 1) { book.pages = 7 }
                    do { try check(&generator, context) } catch {
                        throw ConformanceFailure(.broken, "Seed \(seed) fails.", cause: error)
                    }
                }
            }
        },
    ]

    private typealias Row = (pages: Int?, isPrinted: Bool, country: String?)

    /// Compares distinct rows of random columns with those of all rows in plain Swift.
    private static func check(_ generator: inout SeededGenerator, _ context: Context) throws {
        let most = generator.pick(-100, 5, 300)
        let chosen = Book.where { $0.pages == nil || $0.pages > most }
        let all = try context.select(chosen) { ($0.pages, $0.isPrinted, $0.author.country) }
        var query = chosen
        // Each at most once, so that the order in plain Swift is one of columns.
        let terms = (0..<generator.below(4)).map { _ in (generator.below(3), generator.chance(2)) }
        for (column, isDescending) in terms {
            query = query.sorted { book in
                switch (column, isDescending) {
                case (0, true): book.pages.descending
                case (0, false): book.pages.ascending
                case (1, true): book.isPrinted.descending
                case (1, false): book.isPrinted.ascending
                case (_, true): book.author.country.descending
                case (_, false): book.author.country.ascending
                }
            }
        }
        let offset = generator.chance(2) ? 0 : generator.below(4)
        let limit = generator.chance(2) ? nil : generator.below(6)
        if offset > 0 { query = query.offset(offset) }
        if let limit { query = query.limit(limit) }
        let found = try context.distinct(query) { ($0.pages, $0.isPrinted, $0.author.country) }
        let expected = sorted(Set(all.map(text)), all, terms).dropFirst(offset).prefix(limit ?? .max)
        try expectEqual(found.map(text), Array(expected), "distinct rows by \(terms)")
    }

    private static func text(_ row: (Int?, Bool, String?)) -> String {
        "\(row.0.map(String.init) ?? "nil") \(row.1) \(row.2 ?? "nil")"
    }

    private static func sorted(
        _ distinct: Set<String>, _ all: [(Int?, Bool, String?)], _ terms: [(column: Int, isDescending: Bool)]
    ) -> [String] {
        var seen: Set<String> = []
        let rows = all.filter { seen.insert(text($0)).inserted && distinct.contains(text($0)) }
        let isFalling = terms.last?.isDescending ?? false
        let wanted = terms + (0..<3).map { ($0, isFalling) }
        return rows.sorted { left, right in
            for (column, isDescending) in wanted {
                let (first, second) = (rank(left, column), rank(right, column))
                if first != second { return (first < second) != isDescending }
            }
            return false
        }.map(text)
    }

    /// A column as text in the order of its values, nil first.
    private static func rank(_ row: (Int?, Bool, String?), _ column: Int) -> String {
        switch column {
        case 0: row.0.map { "1" + String(500_000 + $0) } ?? "0"
        case 1: row.1 ? "1" : "0"
        default: row.2.map { "1" + $0 } ?? "0"
        }
    }
}
