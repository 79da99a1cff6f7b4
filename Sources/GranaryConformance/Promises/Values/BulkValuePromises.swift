import Granary

/// Many objects are inserted, deleted, found and upserted in one call each.
enum BulkValuePromises: PromiseList {
    static let category = ConformanceCategory.values
    static let areAboutContent = true

    private typealias Scene = ReconciliationScene

    static var promises: [ConformancePromise] {
        everywhere(reached, in: [.united, .apart]) + insertion + lookup + upserts + missing
    }

    private static let reached: [ConformancePromise] = [
        promise("Objects are inserted together, with those they reach") { bench in
            try await bench.save { context in
                let author = Author(id: 1, name: "Ada")
                let books = (1...3).map { Book(id: $0, title: "book \($0)", author: author) }
                try context.insert(contentsOf: books)
            }
            let counts = try await bench.perform { [try $0.count(Author.all), try $0.count(Book.all)] }
            try expectEqual(counts, [1, 3], "authors and books")
        }
    ]

    private static let insertion: [ConformancePromise] = [
        promise("If one of several objects cannot be inserted, none is") { bench in
            try await bench.perform { context in
                try context.insert(Tag(word: "taken"))
                try expectError(.constraint, "a key in the context") {
                    try context.insert(contentsOf: [Tag(word: "new"), Tag(word: "taken")])
                }
                try expectError(.constraint, "a key given twice") {
                    try context.insert(contentsOf: [Tag(word: "twice"), Tag(word: "twice")])
                }
                try expectEqual(try context.fetch(Tag.all).map(\.word), ["taken"], "tags")
            }
        },
        promise("Snapshots are inserted together, and their objects returned in the same order") { bench in
            let words = ["c", "a", "b"]
            let inserted = try await bench.save { context in
                try context.insert(contentsOf: words.map { Loan.Snapshot(reader: $0) }).map(\.reader)
            }
            try expectEqual(inserted, words, "readers")
            try expectEqual(try await bench.perform { try $0.count(Loan.all) }, 3, "loans")
        },
        promise("Objects are deleted together, each once, with their delete rules") { bench in
            try await bench.saveLibrary()
            try await bench.save { context in
                let authors = try context.fetch(Author.where { $0.id != 1 && $0.id != 4 })
                try context.delete(contentsOf: try context.fetch(Loan.all))
                try context.delete(contentsOf: authors + authors)
            }
            let ids = try await bench.perform { try $0.fetch(Book.all).map(\.id) }
            try expectEqual(ids, [1, 2, 6, 7, 8, 9, 10], "books of other authors")
        },
    ]

    private static let lookup: [ConformancePromise] = [
        promise(
            "Objects are found in the order of their identities, again for one given twice, without missing ones"
        ) {
            bench in
            try await bench.saveLibrary()
            let ids = [7, 2, 500, 9, 2].map { ObjectID<Book>($0) }
            let found = try await bench.perform { context in
                let given = try context.objects(ids, in: .givenOrder).map(\.id)
                return [given, try context.objects(ids, in: .keyOrder).map(\.id)]
            }
            try expectEqual(found, [[7, 2, 9, 2], [2, 7, 9]], "books")
        },
        promise("Objects in the given order are loaded in one request, without those loaded before") {
            bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let loaded = try context.existing(Book.self, 3)
                let before = context.statistics
                let ids = [5, 3, 1].map { ObjectID<Book>($0) }
                let found = try context.objects(ids, in: .givenOrder)
                try expect(found[1] === loaded, "another object")
                try expectEqual(
                    context.statistics.storeRequests - before.storeRequests, 1, "requests")
                try expectEqual(context.statistics.rowsFetched - before.rowsFetched, 2, "rows")
            }
        },
    ]

    private static let upserts: [ConformancePromise] = [
        promise("Upserted snapshots change the objects with their keys, and are inserted without") { bench in
            try await bench.save { try $0.insert(Tag(word: "red", weight: 1)) }
            let list = [Tag.Snapshot(word: "new", weight: 5), Tag.Snapshot(word: "red", weight: 2)]
            let words = try await bench.save { try $0.upsert(list).map(\.word) }
            try expectEqual(words, ["new", "red"], "the order of the result")
            let weights = try await bench.perform { try $0.fetch(Tag.all).map(\.weight) }
            try expectEqual(weights, [5, 2], "weights")
        },
        promise("Upserted snapshots change the objects with their unique values, which keep their keys") {
            bench in
            try await Scene.save(["A", "B"], bench)
            let list = [Scene.seat("B", row: 9), Scene.seat("C", row: 10)]
            try await bench.save { _ = try $0.upsert(list, on: { $0.label }) }
            let seats = try await Scene.seats(bench)
            try expectEqual(Array(seats.prefix(2)), ["1 A 0", "2 B 9"], "seats")
            try expectEqual(seats.count, 3, "the number of seats")
        },
        promise("Upserted snapshots without a value for a unique property are objects of their own") {
            bench in
            try await Scene.save(["A", nil], bench)
            let list = [Scene.seat(nil, row: 5), Scene.seat("A", row: 6), Scene.seat(nil, row: 7)]
            try await bench.save { context in
                let seats = try context.upsert(list, on: { $0.label })
                try expectEqual(seats.map(\.row), [5, 6, 7], "the rows of the result")
            }
            let seats = try await bench.perform {
                try $0.fetch(Seat.all).map { "\($0.label ?? "nil") \($0.row ?? -1)" }
            }
            try expectEqual(seats.prefix(2), ["A 6", "nil 1"], "the seats that were there")
            try expectEqual(Set(seats.dropFirst(2)), ["nil 5", "nil 7"], "the new seats")
        },
        promise("Upserted snapshots are found by several properties that are unique together") { bench in
            try await bench.save { context in
                for column in 1...3 { try context.insert(Seat(id: column, row: 1, column: column)) }
                try context.insert(Seat(id: 4, row: 2, column: 1))
            }
            let list = [(1, 2), (2, 1), (2, 3)].map { (row: Int, column: Int) in
                Scene.seat("s\(row)\(column)", row: row, column: column)
            }
            try await bench.save { context in
                _ = try context.upsert(
                    list,
                    on: {
                        $0.row
                        $0.column
                    })
            }
            let labels = try await bench.perform { try $0.fetch(Seat.all.limit(4)).map { $0.label ?? "-" } }
            try expectEqual(labels, ["-", "s12", "-", "s21"], "labels")
        },
        promise("Upserting what is stored changes nothing, and takes one request") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let list = try context.fetch(Publisher.all).map(\.snapshot)
                context.reset()
                let before = context.statistics.storeRequests
                try context.upsert(list)
                try expect(!context.hasChanges, "something was changed")
                try expectEqual(context.statistics.storeRequests - before, 1, "requests")
            }
        },
        promise("Many upserted snapshots find their objects, be they few of the table or all of it") {
            bench in
            try await bench.save { context in
                for id in 1...500 { try context.insert(Finding(id: id, int: id)) }
            }
            for (range, changed) in [(2...502, 10), (381...502, 3)] {
                try await bench.perform { context in
                    let known = try context.existing(Finding.self, 450)
                    let list = range.reversed().map { Finding(id: $0, int: $0 % 50 == 0 ? 0 : $0).snapshot }
                    let found = try context.upsert(list)
                    try expectEqual(found.map(\.id), Array(range.reversed()), "the order of the result")
                    try expectEqual(context.changes.updated.count, changed, "changed objects")
                    try expectEqual(context.changes.inserted.count, 2, "new objects")
                    try expectEqual(known.int, 0, "the value of an object that was loaded before")
                }
            }
        },
        promise("Upserting what is loaded takes no request, be it much or little") { bench in
            try await bench.save { context in
                for id in 1...300 { try context.insert(Finding(id: id, int: id)) }
            }
            for count in [50, 300] {
                try await bench.perform { context in
                    let loaded = try context.fetch(Finding.where { $0.id <= count })
                    let list = loaded.map { Finding(id: $0.id, int: 0).snapshot }
                    let before = context.statistics.storeRequests
                    let found = try context.upsert(list)
                    try expectEqual(context.statistics.storeRequests - before, 0, "requests")
                    try expect(
                        found.count == count && zip(found, loaded).allSatisfy { $0 === $1 && $0.int == 0 },
                        "other objects")
                }
            }
        },
        promise("What is found to be new in a list is upserted without another request") { bench in
            try await bench.save { context in
                for id in 1...150 { try context.insert(Finding(id: id, int: id)) }
            }
            for (range, changed, new) in [(141...190, 5, 40), (101...400, 25, 250)] {
                try await bench.perform { context in
                    let list = range.map { Finding(id: $0, int: $0 % 2 == 0 ? 0 : $0).snapshot }
                    let news = try context.news(
                        in: list, ignoring: PropertySet(), including: [ObjectKey]())
                    let before = context.statistics.storeRequests
                    try withExtendedLifetime(news.objects) {
                        try context.upsert(news.positions.map { list[$0] }, ignoring: PropertySet())
                    }
                    try expectEqual(context.statistics.storeRequests - before, 0, "requests")
                    try expectEqual(context.changes.updated.count, changed, "changed objects")
                    try expectEqual(context.changes.inserted.count, new, "new objects")
                }
            }
        },
        promise("An upserted nil is no unique value: its snapshot is inserted") { bench in
            try await Scene.save([nil], bench)
            try await bench.save { _ = try $0.upsert([Scene.seat(nil, row: 5)], on: { $0.label }) }
            try expectEqual(try await bench.perform { try $0.count(Seat.all) }, 2, "seats")
        },
        promise("Unsaved objects are found when snapshots are upserted") { bench in
            try await bench.perform { context in
                let tag = Tag(word: "red", weight: 1)
                try context.insert(tag)
                let found = try context.upsert([Tag.Snapshot(word: "red", weight: 2)])
                try expect(found.first === tag && tag.weight == 2, "another object")
            }
        },
        promise("Snapshots are upserted on unique properties only, each once") { bench in
            try await bench.perform { context in
                let error = try expectError(.query, "properties that are not unique") {
                    try context.upsert([Scene.seat("A")], on: { $0.row })
                }
                try expectEqual(error.context.properties, ["row"], "properties")
                try expectError(.invalidValue, "a snapshot given twice") {
                    try context.upsert([Scene.seat("A"), Scene.seat("A")], on: { $0.label })
                }
                try expect(!context.hasChanges, "something was changed")
            }
        },
    ]

    private static let missing: [ConformancePromise] = [
        promise("An object that is not found is inserted, and found the next time") { bench in
            try await bench.save { context in
                let query = Tag.where { $0.word == "blue" }
                let first = try context.findOrInsert(query) { Tag(word: "blue", weight: 1) }
                let second = try context.findOrInsert(query) {
                    throw ConformanceFailure(.broken, "it was not found before it was saved")
                }
                try expect(first === second, "two objects")
            }
            try await bench.perform { context in
                let tag = try context.findOrInsert(Tag.where { $0.weight == 1 }) {
                    throw ConformanceFailure(.broken, "it was not found after it was saved")
                }
                try expectEqual(tag.word, "blue", "the word")
            }
        },
        promise("A new object that its own query would not find is refused, and not inserted") { bench in
            try await bench.perform { context in
                try expectError(.invalidValue, "another word") {
                    _ = try context.findOrInsert(Tag.where { $0.word == "blue" }) { Tag(word: "red") }
                }
                try expect(!context.hasChanges, "it was inserted")
            }
        },
    ]
}
