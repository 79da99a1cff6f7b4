import Granary

/// The cost of the lists on the main actor grows with their own size, not with the saves of others.
enum LiveProportionPromises: PromiseList {
    static let category = ConformanceCategory.observation

    static let promises: [ConformancePromise] = [
        promise(
            "While thousands of objects are imported, the main actor works for the ten that it shows", .united
        ) { bench in
            try await bench.watched { stack, watch in
                try await insert(0..<10, in: stack)
                try await follow(stack, watch)
            }
        }
    ]

    @MainActor private static func follow(_ stack: PersistentStack, _ watch: TelemetryWatch) async throws {
        let (saves, size) = (10, 500)
        let main = try stack.mainContext
        let live = stack.observeObjects(Author.all.sorted { $0.id.ascending }.limit(10))
        _ = try await live.next()
        try expectEqual(live.objects.count, 10, "objects shown")
        let before = main.statistics
        watch.clear()
        for number in 0..<saves {
            let start = 10 + number * size
            try await insert(start..<(start + size), renaming: number, in: stack)
        }
        let changes = try unwrap(try await live.next(), "differences")
        while main.hasNews { await Task.yield() }
        try expectEqual(changes.count, 10, "differences")
        try expectEqual(live.objects.map(\.name), (0..<10).map { "Renamed \($0)" }, "names shown")
        let rows = main.statistics.rowsFetched - before.rowsFetched
        try expect(rows <= 20, "the main context has read \(rows) rows for ten that have changed once")
        let requests = main.statistics.storeRequests - before.storeRequests
        try expect(requests <= saves + 2, "the main context has made \(requests) requests for \(saves) saves")
        let queries = watch.spans.filter { $0.name.hasPrefix("fetch") }
        try expectEqual(queries.map(\.name), [], "queries for the live result")
    }

    /// Inserts authors, and renames one of the ten first.
    private static func insert(_ ids: Range<Int>, renaming id: Int? = nil, in stack: PersistentStack)
        async throws
    {
        try await stack.perform(.importer) { context in
            for id in ids { try context.insert(Author(id: id, name: "Author \(id)")) }
            if let id { try context.existing(Author.self, id).name = "Renamed \(id)" }
            try context.save()
        }
    }
}
