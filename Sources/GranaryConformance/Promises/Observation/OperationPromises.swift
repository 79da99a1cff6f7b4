import Granary

/// Each operation gives a span, a duration, a log line and, if there are rows, their number.
enum OperationPromises: PromiseList {
    static let category = ConformanceCategory.telemetry

    static var promises: [ConformancePromise] { reading + loading + batches + saves + lifecycle }

    /// Makes a promise about a unit of work over the library, and the operations it must report besides itself.
    private static func reports(
        _ name: String, _ expected: [ExpectedReport],
        _ body: @escaping @Sendable (Context) throws -> Void
    ) -> ConformancePromise {
        promise(name, .united) { bench in
            try await bench.watchedLibrary { stack, watch in
                try await stack.perform { try body($0) }
                for report in expected { try watch.verify(report) }
                try watch.verify(ExpectedReport("perform"))
                let names = Set(expected.map(\.name) + ["perform"])
                try expectEqual(Set(watch.spans.map(\.name)), names, "the operations reported")
            }
        }
    }

    private static let reading: [ConformancePromise] = [
        reports("A unit of work that does nothing is reported alone", []) { _ in },
        reports(
            "A fetch is reported with the number of its objects",
            [ExpectedReport("fetch", of: "Book", rows: 6)]
        ) {
            _ = try $0.fetch(Book.where { $0.pages > 90 })
        },
        reports("A fetch that finds nothing has no rows", [ExpectedReport("fetch", of: "Book", rows: 0)]) {
            _ = try $0.fetch(Book.where { $0.title == "nothing" })
        },
        reports("Each fetch is counted", [ExpectedReport("fetch", of: "Tag", times: 5, rows: 4)]) { context in
            for _ in 0..<5 { _ = try context.fetch(Tag.all) }
        },
        reports("An object by key is reported as found", [ExpectedReport("find", of: "Book", rows: 1)]) {
            _ = try $0.existing(Book.self, 3)
        },
        reports("A key without an object has no rows", [ExpectedReport("find", of: "Chapter", rows: 0)]) {
            _ = try $0.object(Chapter(volume: "none", position: 1, heading: "h").objectID)
        },
        reports("An object that is loaded is not looked up", [ExpectedReport("fetch", of: "Book", rows: 10)])
        {
            context in
            let books = try context.fetch(Book.all)
            for book in books {
                try expect(
                    try context.object(Book.self, book.id) === book,
                    "the look-up of book \(book.id) gave another object")
            }
        },
        reports(
            "A stream is reported with the number of its objects",
            [ExpectedReport("stream", of: "Book", rows: 10)]
        ) {
            try $0.stream(Book.all) { _ in true }
        },
        reports(
            "A stopped stream is reported with the objects passed until then",
            [ExpectedReport("stream", of: "Book", rows: 3)]
        ) { context in
            var left = 3
            try context.stream(Book.all.sorted { $0.id.descending }) { _ in
                left -= 1
                return left > 0
            }
        },
        reports(
            "Reading an object again is reported",
            [ExpectedReport("find", of: "Book", rows: 1), ExpectedReport("refresh", of: "Book", times: 2)]
        ) { context in
            let book = try context.existing(Book.self, 1)
            for _ in 0..<2 { try context.refresh(book) }
        },
        reports(
            "Reading everything again is reported once",
            [ExpectedReport("fetch", of: "Book", rows: 10), ExpectedReport("refresh")]
        ) { context in
            let books = try context.fetch(Book.all)
            try context.refreshAll()
            try expectEqual(books.count, 10, "books")
        },
        reports("A count is reported without rows", [ExpectedReport("count", of: "Book")]) {
            try expectEqual(try $0.count(Book.where { $0.pages > 90 }), 6, "books")
        },
        reports("Asking whether there is any is a count", [ExpectedReport("count", of: "Book")]) {
            try expect(try $0.exists(Book.all), "no books")
        },
        reports("A sum is an aggregate of one row", [ExpectedReport("aggregate", of: "Book", rows: 1)]) {
            try expectEqual(try $0.sum(Book.all) { $0.id }, 55, "the sum")
        },
        reports("Groups are an aggregate of as many rows", [ExpectedReport("aggregate", of: "Book", rows: 2)])
        { context in
            let groups = try context.grouped(Book.all, by: { $0.isPrinted }) { $0.count() }
            try expectEqual(groups.count, 2, "groups")
        },
        reports(
            "Single values are reported with their number", [ExpectedReport("select", of: "Book", rows: 4)]
        ) {
            _ = try $0.select(Book.where { $0.id < 5 }) { $0.title }
        },
    ]

    private static let loading: [ConformancePromise] = [
        reports(
            "A relationship to one is loaded once for all objects, under its name",
            [ExpectedReport("fetch", of: "Book", rows: 10), ExpectedReport("load", of: "Book.author")]
        ) { context in
            for book in try context.fetch(Book.all) { _ = book.author?.name }
        },
        reports(
            "A relationship to many is loaded once for all objects, under its name",
            [ExpectedReport("fetch", of: "Author", rows: 5), ExpectedReport("load", of: "Author.books")]
        ) { context in
            for author in try context.fetch(Author.all) { _ = author.books.count }
        },
        reports(
            "Pairs are loaded once for all objects, under the name of the relationship",
            [ExpectedReport("fetch", of: "Book", rows: 10), ExpectedReport("load", of: "Book.tags")]
        ) { context in
            for book in try context.fetch(Book.all) { _ = book.tags.count }
        },
        promise("Prefetched relationships load inside the fetch", .united) { bench in
            try await bench.watchedLibrary { stack, watch in
                try await stack.perform { _ = try $0.fetch(Book.all.prefetching { $0.author }) }
                try watch.verify(ExpectedReport("load", of: "Book.author"))
                let fetch = try watch.span("fetch Book")
                try expectEqual(try watch.span("load Book.author").parent, fetch.id, "the parent of the load")
            }
        },
    ]

    private static let batches: [ConformancePromise] = [
        promise("A batch update is reported with the number of objects it changed", .united) { bench in
            try await bench.watchedLibrary { stack, watch in
                let changed = try await stack.perform { context in
                    try context.updateAll(Book.where { $0.pages == 96 }) { $0.reprints.set(to: 9) }
                }
                try expectEqual(changed, 2, "books")
                try watch.verify(ExpectedReport("update", of: "Book", rows: 2))
                try expectCommits(1, stack, watch)
            }
        },
        promise("A batch deletion is reported with the number of objects of its query", .united) { bench in
            try await bench.watchedLibrary { stack, watch in
                try await stack.perform { context in
                    try expectEqual(try context.deleteAll(Loan.where { $0.reader == "reader 0" }), 2, "loans")
                    try expectEqual(try context.deleteAll(Loan.where { $0.reader == "none" }), 0, "loans")
                }
                let rows = watch.spans("delete Loan").map { $0.attributes["db.response.returned_rows"] ?? "" }
                try expectEqual(rows, ["2", "0"], "rows")
            }
        },
    ]

    private static let saves: [ConformancePromise] =
        everywhere([
            promise("A save is reported, and the commit to each of its stores inside it") { bench in
                try await bench.watched { stack, watch in
                    watch.clear()
                    try await stack.perform { context in
                        try context.insert(Author(id: 1, name: "a"))
                        try context.insert(Tag(word: "t"))
                        try context.save()
                    }
                    try watch.verify(ExpectedReport("save"))
                    try expectCommits(1, stack, watch)
                    let save = try watch.span("save")
                    for span in watch.spans
                    where span.name.hasPrefix("commit ") || span.name.hasPrefix("prepare ") {
                        try expectEqual(span.parent, save.id, "the parent of “\(span.name)”")
                    }
                }
            }
        ]) + [
            promise("A save of one store's objects commits to that store alone", .apart) { bench in
                try await bench.watched { stack, watch in
                    watch.clear()
                    try await stack.perform { context in
                        try context.insert(Tag(word: "t"))
                        try context.save()
                    }
                    let system = bench.harness.backend.type.type.name
                    try watch.verify(ExpectedReport("commit", in: "Operations", system: system))
                    try expectEqual(
                        watch.spans.map(\.name), ["commit Operations", "save", "perform"], "the operations")
                }
            },
            reports("A save without changes is not reported", []) { try $0.save() },
            reports(
                "A save into a parent context is a save, and reaches no store", [ExpectedReport("save")]
            ) { context in
                let child = context.makeChild(.child)
                try child.insert(Tag(word: "child"))
                try child.save()
            },
        ]

    private static let lifecycle: [ConformancePromise] =
        everywhere([
            promise("Opening and closing a store is reported once, under its configurations and type") {
                bench in
                try await bench.stack.stop()
                let watch = TelemetryWatch()
                let stack = try bench.anotherStack(telemetry: watch.telemetry())
                try await stack.start()
                let names = try stack.coordinator().members.map(\.name)
                let system = bench.harness.backend.type.type.name
                for name in names { try watch.verify(ExpectedReport("open", in: name, system: system)) }
                try await stack.close()
                for name in names { try watch.verify(ExpectedReport("close", in: name, system: system)) }
                try expectEqual(watch.spans.count, 2 * names.count, "spans")
            }
        ]) + [
            promise(
                "A store that cannot be opened is reported with the code of the error", needs: .persistent
            ) {
                bench in
                let watch = TelemetryWatch()
                let stack = try PersistentStack(
                    bench.schema(), registry: bench.registry(), telemetry: watch.telemetry())
                try await stack.attachPersistentStores(
                    for: bench.configurations(at: "none") { $0.isReadOnly = true })
                try expectError(.notFound, "starting") { try stack.start() }
                let failed = try unwrap(watch.spans.first { $0.name.hasPrefix("open ") }, "the span")
                let namespace = failed.attributes["db.namespace"] ?? ""
                try watch.verify(
                    ExpectedReport(
                        "open", in: namespace, system: bench.harness.backend.type.type.name,
                        failure: "notFound"))
                try await stack.close()
            }
        ]

    /// Expects a commit to each store, and a preparation before it if the store is one of several and supports that.
    private static func expectCommits(_ times: Int, _ stack: PersistentStack, _ watch: TelemetryWatch) throws
    {
        let members = try stack.coordinator().members
        for member in members {
            let session = try member.store.makeSession()
            defer { session.end() }
            let prepares = members.count > 1 && session is any StagingSession
            let system = member.type.name
            try watch.verify(
                ExpectedReport("prepare", in: member.name, system: system, times: prepares ? times : 0))
            try watch.verify(ExpectedReport("commit", in: member.name, system: system, times: times))
        }
    }
}
