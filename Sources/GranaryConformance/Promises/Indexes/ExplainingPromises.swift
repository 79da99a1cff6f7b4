import Granary

/// Plans of columns, groups, aggregates, counts, streams, pages and batches, which carry nothing out.
enum ExplainingPromises: PromiseList {
    static let category = ConformanceCategory.indexes

    static var promises: [ConformancePromise] { [harmless, mistakes, indexed, checked] }

    private static func plans(of query: Query<Book>, in context: Context) throws -> [QueryPlan] {
        [
            try context.explain(select: query) { $0.title },
            try context.explain(select: query) { ($0.id, $0.pages % 7) },
            try context.explain(distinct: query) { $0.pages },
            try context.explain(aggregate: query) { ($0.count(), $0.pages.sum) },
            try context.explain(
                grouped: query, by: { $0.pages }, { $0.price.average },
                arranged: { $0.having { $0.count() > 1 }.limit(2) }),
            try context.explain(count: query), try context.explain(stream: query),
            try context.explain(updateAll: query) { $0.pages.set(to: $0.pages % 3) },
            try context.explain(deleteAll: query),
        ]
    }

    private static let harmless = promise("Plans of all requests load and change nothing", .united) { bench in
        try await bench.saveLibrary()
        try await bench.perform { context in
            let query = Book.where { $0.reprints == 3 }
            // For few rows an engine may prefer the order to the index.
            let page = try context.explain(page: query, size: 3)
            for plan in try plans(of: query, in: context) + [page] {
                try expect(!plan.store.statement.isEmpty, "a plan has no statement: \(plan)")
            }
            try expectEqual(context.statistics.rowsFetched, 0, "rows fetched")
            try expect(!context.hasChanges, "there are changes")
            try expectEqual(try context.count(Book.all), Library.books.count, "books")
            let pages = Library.books.compactMap(\.pages).reduce(0, +)
            try expectEqual(try context.sum(Book.all) { $0.pages }, pages, "pages")
        }
    }

    private static let mistakes = promise("Plans find the mistakes of their requests") { bench in
        try await bench.saveLibrary()
        try await bench.perform { context in
            let wrong = ExpressionTree.attribute(path: [], name: "wrong")
            try expectError(.query, "a column") {
                _ = try context.explain(Book.all, columns: .expressions([wrong]))
            }
            try expectError(.query, "a group") {
                _ = try context.explain(
                    Book.all, columns: .groups(Grouping(groups: [wrong], columns: [.count])))
            }
            try expectError(.query, "the order of distinct rows") {
                _ = try context.explain(distinct: Book.all.sorted { $0.id.ascending }) { $0.pages }
            }
            try expectError(.query, "a page of a range") {
                _ = try context.explain(page: Book.all.limit(2), size: 3)
            }
            try expectError(.query, "an empty page") { _ = try context.explain(page: Book.all, size: 0) }
            try expectError(.query, "a key") {
                _ = try context.explain(updateAll: Book.all) { $0.id.set(to: 1) }
            }
        }
    }

    private static let indexed = promise("Plans of all requests name the index", needs: .indexes, .united) {
        bench in
        try await bench.saveLibrary()
        try await bench.save { context in
            for id in 1_000..<2_000 { try context.insert(Book(id: id, title: "filler \(id)", pages: id)) }
        }
        try await bench.perform { context in
            for plan in try plans(of: Book.where { $0.pages == 96 }, in: context) {
                try expect(plan.store.index != nil && !plan.store.scansAllRows, "no index: \(plan)")
            }
        }
    }

    private static let checked = promise(
        "A condition to the left of a calculation uses its index", needs: .indexes, .united
    ) { bench in
        try await bench.saveLibrary()
        try await bench.save { context in
            for id in 1_000..<2_000 { try context.insert(Book(id: id, title: "filler \(id)", pages: id)) }
        }
        try await bench.perform { context in
            let query = Book.where { $0.pages == 96 && $0.reprints * 2 > 100 && $0.id > 0 }
            let plan = try context.explain(query)
            try expect(plan.store.index != nil && !plan.store.scansAllRows, "no index: \(plan)")
            try expectEqual(try context.fetch(query).map(\.id), [2], "books")
        }
    }
}
