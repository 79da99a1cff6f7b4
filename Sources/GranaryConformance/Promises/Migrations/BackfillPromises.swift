import FoundationEssentials
import Granary
import Synchronization

/// A backfill gives the objects that are stored the values of a new attribute.
enum BackfillPromises: PromiseList {
    static let category = ConformanceCategory.migrations
    static let areAboutContent = true

    static var promises: [ConformancePromise] { filling + left + everywhere(joined) + keys + refusals }

    /// Saves books without subtitles, whose keys begin with 1.
    static func saveBooks(_ count: Int, in stack: PersistentStack) async throws {
        try await stack.perform { context in
            for id in 1...count { try context.insert(Book(id: id, title: "title \(id)", pages: id)) }
            try context.save()
        }
    }

    /// The subtitles in the order of keys; a missing one is empty.
    static func subtitles(_ stack: PersistentStack) async throws -> [String] {
        try await stack.perform { try $0.fetch(Book.all).map { $0.subtitle ?? "" } }
    }

    /// Gives books their titles as subtitles.
    static let titles = Backfill(Book.self) { $0.subtitle.set(to: $0.title) }

    /// Does the same by code.
    static let coded = Backfill(Book.self, where: { $0.subtitle == nil }) { $0.subtitle = $0.title }

    /// A pace that never rests.
    static func steady(_ rows: Int) -> BackfillPace { BackfillPace(rows: rows, pause: .zero) }

    /// The subtitles of books that have their titles.
    static func expected(_ count: Int) -> [String] { (1...count).map { "title \($0)" } }

    /// A promise that holds for expressions and for code.
    static func fills(
        _ name: String, needs: Capabilities = [],
        _ body: @escaping @Sendable (ConformanceBench, Backfill<Book>) async throws -> Void
    ) -> [ConformancePromise] {
        [("expressions", titles), ("code", coded)].map { way, backfill in
            promise("\(name), by \(way)", needs: needs) { try await body($0, backfill) }
        }
    }

    // MARK: Filled objects

    private static let filling: [ConformancePromise] =
        fills("A backfill fills every object in chunks") { bench, backfill in
            try await saveBooks(23, in: bench.stack)
            for rows in [5, 23, 100] {
                let result = try await bench.stack.backfill(backfill, pace: steady(rows))
                try expectEqual(result.total, rows == 5 ? 23 : 0, "objects without a value")
                try expectEqual(result.filled, rows == 5 ? 23 : 0, "filled")
                try expect(result.isComplete && result.left == 0, "something is left")
                let found = try await subtitles(bench.stack)
                try expectEqual(found, expected(23), "subtitles")
            }
        }
        + fills("A backfill leaves an object alone that has a value") { bench, backfill in
            try await saveBooks(10, in: bench.stack)
            try await bench.save { try $0.existing(Book.self, 4).subtitle = "" }
            let result = try await bench.stack.backfill(backfill, pace: steady(3))
            try expectEqual(result.filled, 9, "filled")
            var wanted = expected(10)
            wanted[3] = ""
            let found = try await subtitles(bench.stack)
            try expectEqual(found, wanted, "subtitles")
            try await bench.perform { context in
                try expectEqual(try context.existing(Book.self, 4).subtitle, "", "the empty text")
            }
        }
        + fills("A backfill of nothing is complete at once") { bench, backfill in
            let result = try await bench.stack.backfill(backfill)
            try expectEqual(result.total, 0, "objects")
            try expect(result.isComplete && result.fraction == 1, "it is not complete")
        } + [
            promise("A backfill of several attributes fills each that has no value") { bench in
                try await saveBooks(4, in: bench.stack)
                try await bench.save { context in
                    try context.existing(Book.self, 2).subtitle = "mine"
                    try context.existing(Book.self, 3).reprints = 9
                }
                let both = Backfill(Book.self) {
                    $0.subtitle.set(to: $0.title)
                    $0.reprints.set(to: $0.pages + 1)
                }
                let result = try await bench.stack.backfill(both, pace: steady(2))
                try expectEqual(result.filled, 4, "filled")
                try await bench.perform { context in
                    let books = try context.fetch(Book.all)
                    try expectEqual(
                        books.map(\.subtitle), ["title 1", "mine", "title 3", "title 4"], "subtitles")
                    try expectEqual(books.map(\.reprints), [2, 3, 9, 5], "reprints")
                }
            },
            promise("A backfill by code may change several properties and relationships") { bench in
                try await saveBooks(4, in: bench.stack)
                let placed = Backfill(Book.self, where: { $0.publisher == nil && $0.pages > 1 }) { book in
                    book.publisher = Publisher(code: "P\(book.id)")
                    book.isPrinted = true
                }
                let result = try await bench.stack.backfill(placed, pace: steady(2))
                try expectEqual(result.filled, 3, "filled")
                try await bench.perform { context in
                    try expectEqual(
                        try context.fetch(Publisher.all).map { $0.books.map(\.id) }, [[2], [3], [4]],
                        "their books")
                    try expectEqual(try context.count(Book.where { $0.isPrinted }), 3, "printed")
                }
            },
        ]

    // MARK: Objects left

    private static let left: [ConformancePromise] = [
        promise("Objects whose value is nil are counted, and do not hold up a backfill") { bench in
            try await saveBooks(9, in: bench.stack)
            try await bench.save { context in
                for book in try context.fetch(Book.all) {
                    book.pages = nil
                    book.reprints = [1, 4, 9].contains(book.id) ? 2 : nil
                }
            }
            let rated = Backfill(Book.self) { $0.rating.set(to: 1.5) }
            let empty = Backfill(Book.self) { $0.price.set(to: nil) }
            let some = Backfill(Book.self) { $0.pages.set(to: $0.reprints) }
            let result = try await bench.stack.backfill(some, pace: steady(2))
            try expectEqual([result.total, result.filled, result.left], [9, 3, 6], "total, filled and left")
            let nothing = try await bench.stack.backfill(empty, pace: steady(4))
            try expectEqual([nothing.filled, nothing.left], [0, 9], "filled and left")
            let all = try await bench.stack.backfill(rated, pace: steady(4))
            try expectEqual([all.filled, all.left], [9, 0], "filled and left")
        },
        promise("Code that leaves an object as it is does not hold up a backfill") { bench in
            try await saveBooks(7, in: bench.stack)
            let calls = Atomic(0)
            let even = Backfill(Book.self, where: { $0.subtitle == nil }) { book in
                calls.add(1, ordering: .relaxed)
                if book.id.isMultiple(of: 2) { book.subtitle = "even" }
            }
            let result = try await bench.stack.backfill(even, pace: steady(2))
            try expectEqual([result.filled, result.left], [3, 4], "filled and left")
            try expectEqual(calls.load(ordering: .relaxed), 7, "calls")
        },
    ]

    private static let joined: [ConformancePromise] = [
        promise("A backfill takes values from the destination of a relationship") { bench in
            try await bench.saveLibrary()
            let before = Library.books.map(\.subtitle)
            let countries = Backfill(Book.self) { $0.subtitle.set(to: $0.author.country) }
            let result = try await bench.stack.backfill(countries, pace: steady(3))
            let wanted = Library.books.map { $0.subtitle ?? $0.author?.country }
            try await bench.perform { context in
                try expectEqual(try context.fetch(Book.all).map(\.subtitle), wanted, "subtitles")
            }
            try expectEqual(result.total, before.count { $0 == nil }, "without a subtitle")
            try expectEqual(result.left, wanted.count { $0 == nil }, "left")
            try expectEqual(result.filled, result.total - result.left, "filled")
        },
        promise("A backfill by code follows relationships") { bench in
            try await bench.saveLibrary()
            let names = Backfill(Book.self, where: { $0.subtitle == nil && $0.author.name != nil }) {
                $0.subtitle = $0.author?.name
            }
            let result = try await bench.stack.backfill(names, pace: steady(3))
            let wanted = Library.books.map { $0.subtitle ?? $0.author?.name }
            try await bench.perform { context in
                try expectEqual(try context.fetch(Book.all).map(\.subtitle), wanted, "subtitles")
            }
            try expectEqual(result.left, 0, "left")
        },
    ]

    // MARK: Keys

    private static let keys: [ConformancePromise] = [
        promise("A backfill goes through objects with keys of two parts once each") { bench in
            try await bench.save { context in
                for volume in ["a", "b", "c"] {
                    for position in 0..<5 {
                        try context.insert(Chapter(volume: volume, position: position, heading: "h"))
                    }
                }
            }
            let calls = Atomic(0)
            let words = Backfill(Chapter.self, where: { $0.words == nil }) { chapter in
                calls.add(1, ordering: .relaxed)
                if chapter.position > 0 { chapter.words = chapter.position }
            }
            let result = try await bench.stack.backfill(words, pace: steady(2))
            try expectEqual([result.filled, result.left], [12, 3], "filled and left")
            try expectEqual(calls.load(ordering: .relaxed), 15, "calls")
        },
        promise("A backfill goes through objects whose keys have parts of every kind") { bench in
            let origins = [makeUUID(1), makeUUID(2)]
            try await bench.save { context in
                for number in 0..<16 {
                    let day = Date(timeIntervalSince1970: Double(number / 8) * 86_400)
                    try context.insert(
                        Journey(
                            day: day, carrier: number / 4 % 2 == 0 ? "A" : "B", number: 1,
                            origin: origins[number / 2 % 2], isReturn: number % 2 == 1))
                }
            }
            for rows in [1, 3] {
                let seats = Backfill(Journey.self) { $0.seats.set(to: $0.number + rows) }
                let result = try await bench.stack.backfill(seats, pace: steady(rows))
                try expectEqual(result.filled, 16, "filled with chunks of \(rows)")
                try await bench.save { context in
                    try expectEqual(
                        try context.updateAll(Journey.where { $0.seats == rows + 1 }) {
                            $0.seats.set(to: nil)
                        },
                        16, "journeys")
                }
            }
        },
        promise("A backfill fills attributes of every kind") { bench in
            try await bench.save { context in for id in 1...3 { try context.insert(Finding(id: id)) } }
            let moment = Date(timeIntervalSince1970: 1_000)
            let all = Backfill(Finding.self) {
                $0.bool.set(to: true)
                $0.int.set(to: $0.id + 1)
                $0.double.set(to: 0.5)
                $0.string.set(to: "e\u{301}")
                $0.data.set(to: Data([1, 2]))
                $0.date.set(to: moment)
                $0.uuid.set(to: makeUUID(7))
                $0.decimal.set(to: makeDecimal("1.25"))
                $0.grade.set(to: .good)
            }
            let result = try await bench.stack.backfill(all)
            try expectEqual(result.filled, 3, "filled")
            try await bench.perform { context in
                let found = try context.existing(Finding.self, 2)
                try expect(
                    found.bool == true && found.int == 3 && found.double == 0.5
                        && found.string?.utf8.count == 3
                        && found.data == Data([1, 2]) && found.date == moment && found.uuid == makeUUID(7)
                        && found.decimal == makeDecimal("1.25") && found.grade == .good, "a value is wrong")
            }
        },
    ]

    // MARK: Refusals

    /// An error that the code of a program may throw.
    private struct Unknown: Error {}

    private static let refusals: [ConformancePromise] = [
        promise("An expression that fails ends a backfill with model and key, and what was filled stays") {
            bench in
            try await saveBooks(9, in: bench.stack)
            try await bench.save { try $0.existing(Book.self, 6).pages = Int.max }
            let more = Backfill(Book.self) { $0.reprints.set(to: $0.pages + 1) }
            let error = try await expectErrorAsync(.overflow, "the backfill") {
                try await bench.stack.backfill(more, pace: steady(2))
            }
            try expectEqual(error.context.entity, "Book", "the entity")
            try expectEqual(error.context.key, .integer(6), "the key")
            try expectEqual(
                try await bench.perform { try $0.count(Book.where { $0.reprints != nil }) }, 4, "filled")
            try await bench.save { try $0.existing(Book.self, 6).pages = 1 }
            let result = try await bench.stack.backfill(more, pace: steady(2))
            try expectEqual([result.filled, result.left], [5, 0], "filled and left afterwards")
        },
        promise("Code that fails ends a backfill with model and key, and what was filled stays") { bench in
            try await saveBooks(5, in: bench.stack)
            let failing = Backfill(Book.self, where: { $0.subtitle == nil }) { book in
                if book.id == 4 { throw Unknown() }
                book.subtitle = "x"
            }
            let error = try await expectErrorAsync(.invalidValue, "the backfill") {
                try await bench.stack.backfill(failing, pace: steady(2))
            }
            try expectEqual(error.context.entity, "Book", "the entity")
            try expectEqual(error.context.key, .integer(4), "the key")
            try expect(error.cause is Unknown, "the cause is not the error of the code")
            let found = try await subtitles(bench.stack)
            try expectEqual(found, ["x", "x", "", "", ""], "subtitles")
        },
        promise("A value that breaks a unique constraint ends a backfill, and what was filled stays") {
            bench in
            try await bench.save { context in
                for row in 0..<3 { try context.insert(Seat(label: nil, row: row, column: 1)) }
            }
            let labels = Backfill(Seat.self) { $0.label.set(to: "same") }
            let error = try await expectErrorAsync(.constraint, "the backfill") {
                try await bench.stack.backfill(labels, pace: steady(1))
            }
            try expectEqual(error.context.constraint, .unique, "the constraint")
            try expectEqual(
                try await bench.perform { try $0.count(Seat.where { $0.label == "same" }) }, 1, "filled")
        },
        promise("A backfill that cannot be carried out is refused by name") { bench in
            let schema = bench.stack.schema
            func refuses<M: Model>(_ backfill: Backfill<M>, _ word: String) async throws {
                let error = try await expectErrorAsync(.query, word) {
                    try await bench.stack.backfill(backfill)
                }
                try expect(error.message.contains(word), error.message)
                try expectError(.query, word) { _ = try schema.filling([backfill]) }
            }
            try await refuses(Backfill(Book.self) { $0.title.set(to: "x") }, "“title” is not optional")
            try await refuses(Backfill(Book.self) { $0.id.set(to: 1) }, "“id” is not optional")
            try await refuses(
                Backfill(Book.self) { $0.author.set(to: ObjectID<Author>(1)) }, "“author” is a relationship")
            try await refuses(Backfill(Book.self) { $0.author.rank.set(to: 1) }, "left of `set`")
            try await refuses(
                Backfill(Book.self) {
                    $0.pages.set(to: 1)
                    $0.pages.set(to: 2)
                }, "twice")
            try await refuses(Backfill(Book.self) { _ in }, "sets no property")
            try await refuses(
                Backfill(Book.self) { $0.pages.set(to: Author.all.count().optional) }, "another query")
            try await refuses(
                Backfill(Book.self, where: { $0.id > Author.all.count() }) { $0.pages = 1 }, "another query")
        },
    ]
}
