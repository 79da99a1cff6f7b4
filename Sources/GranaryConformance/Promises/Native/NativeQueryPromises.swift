import FoundationEssentials
import Granary

/// Queries in the engine's own language: typed, bound, read-only, and separate from the objects of a context.
enum NativeQueryPromises: PromiseList {
    static let category = ConformanceCategory.native

    static var promises: [ConformancePromise] { refusals + answers + limits + beside }

    /// Makes a promise for engines with SQL, about the library in one store.
    private static func asked(
        _ name: String, _ body: @escaping @Sendable (ConformanceBench, Context) throws -> Void
    ) -> ConformancePromise {
        promise(name, needs: .nativeQueries, .united) { bench in
            try await bench.saveLibrary()
            try await bench.perform { try body(bench, $0) }
        }
    }

    /// The number of books that the engine counts.
    private static func books(_ context: Context) throws -> Int? {
        try context.native("SELECT count(*) FROM \(Book.self)", from: Book.self, as: Int.self).first
    }

    private static let refusals: [ConformancePromise] = [
        promise("A store without a query language says so, by the name of its type", .united) { bench in
            try await bench.saveLibrary()
            let type = bench.harness.backend.type.type.name
            let isAnswered = bench.harness.capabilities.contains(.nativeQueries)
            try await bench.perform { context in
                let book = try context.existing(Book.self, 1)
                book.pages = 7
                do {
                    try expectEqual(try books(context), 10, "books")
                    try expect(
                        isAnswered, "the store answered a native query without claiming the capability")
                } catch let error as GranaryError {
                    try expect(!isAnswered, "the store claims native queries, but threw \(error)")
                    try expectEqual(error.code, .unsupported, "the code of the error")
                    try expectEqual(error.context.storeType, type, "the store type in the error")
                    try expect(error.message.contains(type), "the message does not name the type: \(error)")
                }
                try expectEqual(book.pages, 7, "the unsaved change")
                try context.save()
            }
            try expectEqual(try await bench.perform { try $0.existing(Book.self, 1).pages }, 7, "saved")
        }
    ]

    private static let answers: [ConformancePromise] = [
        asked("Names come from the schema and values are bound") { _, context in
            let (id, fields) = (5, Book.fields)
            let titles = try context.native(
                "SELECT \(fields.title) FROM \(Book.self) WHERE \(fields.id) = \(id)", from: Book.self,
                as: String.self)
            try expectEqual(titles, ["STRASSE"], "titles")
        },
        asked("The key of a relationship to one is a column") { _, context in
            let (key, fields) = (1, Book.fields)
            let books = try context.native(
                "SELECT \(fields.id) FROM \(Book.self) WHERE \(fields.author) = \(key) ORDER BY \(fields.id)",
                from: Book.self, as: Int.self)
            try expectEqual(books, [1, 2, 10], "books")
        },
        asked("The readable form of a table has the same rows") { _, context in
            let fields = Book.fields
            let titles = try context.native(
                "SELECT \(fields.title) FROM \(readable: Book.self) WHERE \(fields.id) < \(4) ORDER BY \(fields.id)",
                from: Book.self, as: String.self)
            try expectEqual(titles, Library.books.filter { $0.id < 4 }.map(\.title), "titles")
        },
        asked("Text that means something to engines is only a value") { _, context in
            let fields = Book.fields
            for title in Library.books.map(\.title) + ["'; DROP TABLE Book; --", "\" OR 1=1", "?1 $1 :x"] {
                let found = try context.native(
                    "SELECT \(fields.title) FROM \(Book.self) WHERE \(fields.title) = \(title)",
                    from: Book.self, as: String.self)
                let expected = Library.books.filter { $0.title.utf8.elementsEqual(title.utf8) }.map(\.title)
                try expectEqual(found.map { Array($0.utf8) }, expected.map { Array($0.utf8) }, title)
            }
            try expectEqual(try books(context), 10, "books")
        },
        asked("Native queries that differ only in composed and decomposed letters are distinct") {
            _, context in
            for _ in 0..<2 {
                let composed = try context.native("SELECT '\u{E9}'", from: Book.self, as: String.self)
                let decomposed = try context.native("SELECT 'e\u{301}'", from: Book.self, as: String.self)
                try expectEqual(composed.map { Array($0.utf8) }, [[195, 169]], "the composed text")
                try expectEqual(decomposed.map { Array($0.utf8) }, [[101, 204, 129]], "the decomposed text")
            }
        },
        promise("Every kind of value comes as its type, bound and read", needs: .nativeQueries, .united) {
            bench in
            let finding = (
                text: "a'b\u{0}c☂", date: makeDate(1969, 12, 31, 23, 59, 59.25), uuid: makeUUID(7),
                decimal: makeDecimal("-12345678901234567890.0123"), data: Data([0, 39, 255])
            )
            try await bench.save { context in
                try context.insert(
                    Finding(
                        id: 1, bool: true, int: .min, double: -0.5, string: "a'bc☂", data: finding.data,
                        date: finding.date, uuid: finding.uuid, decimal: finding.decimal))
            }
            try await bench.perform { context in
                let fields = Finding.fields
                let (flag, number, real) = (true, Int.min, -0.5)
                let rows = try context.native(
                    """
                    SELECT \(fields.bool), \(fields.int), \(fields.double), \(fields.string), \(fields.data) \
                    FROM \(Finding.self) WHERE \(fields.bool) = \(flag) AND \(fields.int) = \(number) \
                    AND \(fields.double) = \(real) AND \(fields.data) = \(finding.data)
                    """,
                    from: Finding.self, as: (Bool.self, Int.self, Double.self, String.self, Data.self))
                let row = try unwrap(rows.first, "the row")
                try expect(
                    row.0 && row.1 == .min && row.2 == -0.5 && row.3 == "a'bc☂" && row.4 == finding.data,
                    "unexpected row: \(row)")
                let others = try context.native(
                    """
                    SELECT \(fields.date), \(fields.uuid), \(fields.decimal), \(fields.int8) \
                    FROM \(Finding.self) WHERE \(fields.date) = \(finding.date) \
                    AND \(fields.uuid) = \(finding.uuid) AND \(fields.decimal) = \(finding.decimal)
                    """,
                    from: Finding.self, as: (Date.self, UUID.self, Decimal.self, Int8?.self))
                let other = try unwrap(others.first, "the row by date, UUID and decimal")
                try expect(
                    other.0 == finding.date && other.1 == finding.uuid && other.2 == finding.decimal
                        && other.3 == nil,
                    "unexpected row: \(other)")
            }
        },
        promise("Names that mean something to engines are quoted", needs: .nativeQueries, .united) { bench in
            try await bench.save { context in
                try context.insert(Keyword(id: 1, order: 3, group: "g", limit: 4, size: 0.5))
            }
            try await bench.perform { context in
                let fields = Keyword.fields
                let rows = try context.native(
                    """
                    SELECT \(fields.group), \(fields.limit), \(fields.size) FROM \(Keyword.self) \
                    WHERE \(fields.order) = \(3)
                    """,
                    from: Keyword.self, as: (String.self, Int.self, Double.self))
                try expectEqual(rows.map { "\($0.0) \($0.1) \($0.2)" }, ["g 4 0.5"], "rows")
            }
        },
        promise("Many rows come whole and in their order", needs: .nativeQueries, .united) { bench in
            try await bench.save { context in
                for id in 0..<5_000 { try context.insert(Finding(id: id, string: "\(id)")) }
            }
            let found = try await bench.perform { context in
                let fields = Finding.fields
                return try context.native(
                    "SELECT \(fields.string) FROM \(Finding.self) ORDER BY \(fields.id) DESC",
                    from: Finding.self, as: String.self)
            }
            try expectEqual(found, (0..<5_000).reversed().map { "\($0)" }, "texts")
        },
    ]

    private static let limits: [ConformancePromise] = [
        asked("Anything but a single reading statement is refused, and changes nothing") { _, context in
            for query: NativeQuery in [
                "DELETE FROM \(Book.self)", "UPDATE \(Book.self) SET \(Book.fields.pages) = \(1)",
                "DROP TABLE \(Book.self)", "COMMIT", "ROLLBACK", "SELECT 1; DELETE FROM \(Book.self)",
                "SELECT FROM WHERE", "", "nonsense",
            ] {
                try expectError(.query, "the question \(query)") {
                    _ = try context.native(query, from: Book.self, as: Int.self)
                }
            }
            try expectEqual(try books(context), 10, "books")
            try context.existing(Book.self, 1).pages = 11
            try context.save()
            try expectEqual(try context.count(Book.where { $0.pages == 11 }), 1, "books changed afterwards")
        },
        asked("A number of columns other than that of the types is an error") { _, context in
            try expectError(.query, "two columns") {
                _ = try context.native("SELECT 1, 2", from: Book.self, as: Int.self)
            }
            try expectError(.query, "one column") {
                _ = try context.native("SELECT 1", from: Book.self, as: (Int.self, Int.self))
            }
        },
        asked(
            "A value of another type, or a missing one, is an error that names the column and shows no value"
        ) {
            _, context in
            let fields = Book.fields
            let wrong = try expectError(.malformed, "a text as a number") {
                _ = try context.native(
                    "SELECT \(fields.title) FROM \(Book.self)", from: Book.self, as: Int.self)
            }
            try expect(wrong.message.contains("title") && !wrong.message.contains("sure"), wrong.message)
            try expectError(.malformed, "no value") {
                _ = try context.native("SELECT NULL", from: Book.self, as: Int.self)
            }
            let none = try context.native("SELECT NULL", from: Book.self, as: Int?.self)
            try expectEqual(none, [nil], "no value where one may be missing")
            try expectEqual(none.compactMap { $0 }, [], "values that are not nil")
        },
        asked("Anything but a single query is refused, whatever combining marks it has") { _, context in
            let hostile: [NativeQuery] = [
                "SELECT 1; \u{301}SELECT 2", "SELECT 1; \u{301}", "DELETE\u{301} FROM x", " \u{301}SELECT 1",
                "SELECT 1\u{0}; DROP TABLE x",
            ]
            for (position, query) in hostile.enumerated() {
                try expectError(.query, "question \(position)") {
                    _ = try context.native(query, from: Book.self, kinds: [.integer])
                }
            }
        },
        asked("An error about a native query holds no value of it") { _, context in
            let secret = "s3cret-value-of-a-user"
            let error = try expectError(.query, "an unknown column") {
                _ = try context.native(
                    "SELECT nothing FROM \(Book.self) WHERE \(Book.fields.title) = \(secret)",
                    from: Book.self, as: Int.self)
            }
            try expect(
                !"\(error) \(String(reflecting: error))".contains(secret),
                "the error shows the secret: \(error)")
        },
        promise("A model of another store cannot be named", needs: .nativeQueries, .apart) { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                try expectError(.query, "the question") {
                    _ = try context.native(
                        "SELECT count(*) FROM \(Author.self)", from: Book.self, as: Int.self)
                }
                let authors = try context.native(
                    "SELECT count(*) FROM \(Author.self)", from: Author.self, as: Int.self)
                try expectEqual(authors, [5], "authors")
            }
        },
    ]

    private static let beside: [ConformancePromise] = [
        asked("A native query leaves objects, unsaved changes and their identity alone") { _, context in
            let loaded = try context.fetch(Book.all)
            loaded[0].pages = 1_234
            try context.delete(loaded[8])
            try context.insert(Book(id: 77, title: "new"))
            let before = context.statistics.rowsFetched
            try expectEqual(try books(context), 10, "books stored")
            try expectEqual(context.statistics.rowsFetched, before, "rows made into objects")
            try expectEqual(loaded[0].pages, 1_234, "the unsaved change")
            try expectEqual(context.changes.inserted.count, 1, "inserted")
            try expectEqual(context.changes.deleted.count, 1, "deleted")
            try expect(try context.object(Book.self, 1) === loaded[0], "the look-up gave another object")
            try context.save()
            try expectEqual(try books(context), 10, "books after the save")
            let pages = try context.native(
                "SELECT \(Book.fields.pages) FROM \(Book.self) WHERE \(Book.fields.id) = \(1)",
                from: Book.self, as: Int.self)
            try expectEqual(pages, [1_234], "the saved change")
        },
        promise(
            "A native query sees the snapshot of its context, and others' saves after a refresh",
            needs: [.nativeQueries, .snapshots, .concurrentSessions], .united
        ) { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                try expectEqual(try books(context), 10, "books")
                try bench.commit("Book") {
                    .inserting(
                        $0, ["id": .integer(50), "title": .text("raw"), "isPrinted": .bool(false)])
                }
                try expectEqual(try books(context), 10, "books in the snapshot")
                try context.refreshAll()
                try expectEqual(try books(context), 11, "books after the refresh")
            }
        },
        asked("A child context asks the store itself") { _, context in
            let child = context.makeChild(.child)
            try child.insert(Book(id: 60, title: "child"))
            try child.save()
            try expectEqual(try books(child), 10, "books before the parent saves")
            try context.save()
            try expectEqual(try books(child), 11, "books after the parent's save")
        },
    ]
}
