import Granary

/// What an engine computes is written by the context: with versions, rules and notices, as in a batch.
enum NativeWritePromises: PromiseList {
    static let category = ConformanceCategory.native

    /// Makes a promise about four findings, for engines with SQL.
    private static func written(
        _ name: String, _ body: @escaping @Sendable (ConformanceBench, Context) throws -> Void
    ) -> ConformancePromise {
        promise(name, needs: .nativeQueries, .united) { bench in
            try await save(bench)
            try await bench.perform { try body(bench, $0) }
        }
    }

    private static func save(_ bench: ConformanceBench) async throws {
        try await bench.save { context in
            for id in 1...4 { try context.insert(Finding(id: id, int: id * 10, string: "a\(id)")) }
        }
    }

    private static func version(of key: Int64, _ bench: ConformanceBench) throws -> Int64? {
        try bench.withSession(of: "Finding") { try $0.version(of: .integer(key), $1) }
    }

    /// Sets the texts of the first three to capitals, and adds one to their numbers.
    @discardableResult
    private static func write(_ context: Context) throws -> Int {
        let fields = Finding.fields
        return try context.nativeWrite(
            "SELECT \(fields.id), upper(\(fields.string)), \(fields.int) + 1 FROM \(Finding.self) WHERE \(fields.id) < \(4)",
            to: Finding.self, setting: { ($0.string, $0.int) })
    }

    static let promises: [ConformancePromise] = [
        promise("A store without a query language refuses a native write, by the name of its type", .united) {
            bench in
            if bench.harness.capabilities.contains(.nativeQueries) { return }
            try await save(bench)
            try await bench.perform { context in
                let error = try expectError(.unsupported, "writing") { _ = try write(context) }
                try expectEqual(
                    error.context.storeType, bench.harness.backend.type.type.name, "the type in the error")
            }
        },
        written("A native write sets what the engine computes, and raises the versions of the rows") {
            bench, context in
            let loaded = try context.existing(Finding.self, 2)
            let before = try (1...4).map { try version(of: $0, bench) }
            try expectEqual(try write(context), 3, "objects written")
            let after = try (1...4).map { try version(of: $0, bench) }
            try expectEqual(
                zip(before, after).map { $0 != $1 }, [true, true, true, false], "raised versions")
            try expectEqual(loaded.string, "A2", "the text of a loaded object")
            try expectEqual(loaded.int, 21, "the number of a loaded object")
            try expectEqual(
                try context.fetch(Finding.all).map(\.string), ["A1", "A2", "A3", "a4"], "texts")
            try expect(!context.hasChanges, "there are unsaved changes")
        },
        promise("A save over a native write is a conflict", needs: .nativeQueries, .united) { bench in
            try await save(bench)
            let mine = try bench.stack.makeContext()
            try mine.existing(Finding.self, 1).int = 99
            _ = try await bench.perform { try write($0) }
            try expectError(.conflict, "saving over it") { try mine.save() }
        },
        promise("A native write is told to observers", needs: .nativeQueries, .united) { bench in
            try await save(bench)
            var events = bench.stack.changes(of: Finding.self).makeAsyncIterator()
            _ = try await bench.perform { try write($0) }
            let event = try await unwrap(events.next(), "an event")
            try expectEqual(event.updated.count, 3, "updated objects")
        },
        written("What is there already is not written by a native write, and keys without an object pass") {
            bench, context in
            let fields = Finding.fields
            let before = try version(of: 1, bench)
            try expectEqual(
                try context.nativeWrite(
                    "SELECT \(fields.id), \(fields.string) FROM \(Finding.self)", to: Finding.self,
                    setting: { $0.string }), 4, "objects")
            try expectEqual(try version(of: 1, bench), before, "the version")
            try expectEqual(
                try context.nativeWrite(
                    "SELECT \(fields.id) + 100, \(fields.string) FROM \(Finding.self)", to: Finding.self,
                    setting: { $0.string }), 0, "objects of other keys")
        },
        written("A native write is refused that leaves a required attribute without a value") { _, context in
            try context.insert(Memo(id: 1, title: "memo", pages: 3))
            try context.save()
            let fields = Memo.fields
            let error = try expectError(.constraint, "a value that is missing") {
                try context.nativeWrite(
                    "SELECT \(fields.id), nullif(\(fields.pages), \(fields.pages)) FROM \(Memo.self)",
                    to: Memo.self, setting: { $0.pages })
            }
            try expectEqual(error.context.constraint, .notNull, "the constraint")
            try expectEqual(error.context.properties, ["pages"], "the properties in the error")
            try expectEqual(try context.fetch(Memo.all).map(\.pages), [3], "pages")
        },
        promise(
            "A native write sets a relationship to one by the key of its object", needs: .nativeQueries,
            .united
        ) {
            bench in
            try await bench.save { context in
                let first = Publisher(code: "a")
                try context.insert(first)
                try context.insert(Publisher(code: "b"))
                for id in 1...3 {
                    let book = Book(id: id, title: "book \(id)")
                    book.publisher = first
                    try context.insert(book)
                }
            }
            try await bench.perform { context in
                let fields = Book.fields
                let (first, second) = (
                    try context.existing(Publisher.self, "a"), try context.existing(Publisher.self, "b")
                )
                try expectEqual(first.books.map(\.id), [1, 2, 3], "books before")
                try expectEqual(
                    try context.nativeWrite(
                        "SELECT \(fields.id), CASE WHEN \(fields.id) = 1 THEN 'b' END FROM \(Book.self) WHERE \(fields.id) < \(3)",
                        to: Book.self, setting: { $0.publisher.code }), 2, "objects written")
                try expectEqual(first.books.map(\.id), [3], "books of the former publisher")
                try expectEqual(second.books.map(\.id), [1], "books of the new one")
                try expect(try context.existing(Book.self, 2).publisher == nil, "a publisher is left")
                try expectError(.constraint, "the key of no object") {
                    try context.nativeWrite(
                        "SELECT \(fields.id), 'z' FROM \(Book.self)", to: Book.self,
                        setting: { $0.publisher.code })
                }
                try expectError(.query, "an attribute of another object") {
                    try context.nativeWrite(
                        "SELECT \(fields.id), 'z' FROM \(Book.self)", to: Book.self,
                        setting: { $0.publisher.name })
                }
                try expectError(.unsupported, "a relationship between single objects") {
                    try context.nativeWrite(
                        "SELECT \(fields.id), 1 FROM \(Book.self)", to: Book.self, setting: { $0.card.id })
                }
                let footnotes = Footnote.fields
                try expectError(.query, "a part of a key") {
                    try context.nativeWrite(
                        "SELECT \(footnotes.id), 1 FROM \(Footnote.self)", to: Footnote.self,
                        setting: { $0.chapter.position })
                }
            }
            let publishers = try await bench.perform { context in
                try context.fetch(Book.all).map { $0.publisher?.code ?? "none" }
            }
            try expectEqual(publishers, ["b", "none", "a"], "stored publishers")
        },
        written("A native write is refused where its rows are not one value for each object") { _, context in
            let fields = Finding.fields
            try expectError(.query, "two rows with one key") {
                try context.nativeWrite(
                    "SELECT 1, \(fields.string) FROM \(Finding.self)", to: Finding.self,
                    setting: { $0.string })
            }
            try expectError(.query, "a row without a key") {
                try context.nativeWrite(
                    "SELECT nullif(\(fields.id), \(fields.id)), \(fields.string) FROM \(Finding.self)",
                    to: Finding.self, setting: { $0.string })
            }
            try expectError(.query, "setting a key") {
                try context.nativeWrite(
                    "SELECT \(fields.id), \(fields.id) FROM \(Finding.self)", to: Finding.self,
                    setting: { $0.id })
            }
            try expectError(.query, "a column too few") {
                try context.nativeWrite(
                    "SELECT \(fields.id) FROM \(Finding.self)", to: Finding.self, setting: { $0.string })
            }
            try expectError(.query, "a statement that writes") {
                try context.nativeWrite(
                    "UPDATE \(Finding.self) SET \(fields.string) = 'b' RETURNING \(fields.id), \(fields.string)",
                    to: Finding.self, setting: { $0.string })
            }
            let error = try expectError(.invalidValue, "a value that is no case") {
                try context.nativeWrite(
                    "SELECT \(fields.id), 'excellent' FROM \(Finding.self) WHERE \(fields.id) = \(1)",
                    to: Finding.self, setting: { $0.grade })
            }
            try expectEqual(error.context.properties, ["grade"], "the properties in the error")
            try expectEqual(
                try context.fetch(Finding.all).map(\.string), ["a1", "a2", "a3", "a4"], "texts")
        },
    ]
}
