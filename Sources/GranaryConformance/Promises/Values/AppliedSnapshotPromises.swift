import FoundationEssentials
import Granary

/// Objects are made from snapshots and changed by them, and conflicts are settled as in a save.
enum AppliedSnapshotPromises: PromiseList {
    static let category = ConformanceCategory.values
    static let areAboutContent = true

    static var promises: [ConformancePromise] {
        everywhere(relationships, in: [.united, .apart]) + values + insertion + application + conflicts
    }

    private static let relationships: [ConformancePromise] = [
        promise("The object that a new one refers to by key knows it at once") { bench in
            try await bench.saveLibrary()
            let snapshot = Book.Snapshot(id: 900, title: "New", author: 1)
            try await bench.save { context in
                let author = try context.existing(Author.self, 1)
                let before = author.books.count
                try context.insert(snapshot)
                try expectEqual(author.books.count, before + 1, "books of the author")
            }
        },
        promise("An applied relationship moves the object from one list to the other") { bench in
            try await bench.saveLibrary()
            let counts = try await bench.save { context in
                let book = try unwrap(
                    try context.first(Book.where { $0.author.id == 1 }), "a book of the first author")
                let lists = [try context.existing(Author.self, 1), try context.existing(Author.self, 2)]
                let before = lists.map(\.books.count)
                var snapshot = book.snapshot
                snapshot.author = 2
                try context.apply(snapshot)
                return [before, lists.map(\.books.count)]
            }
            try expectEqual(counts[1], [counts[0][0] - 1, counts[0][1] + 1], "books of both authors")
        },
        promise("A relationship to an object that does not exist is refused, and nothing is changed") {
            bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let book = try context.existing(Book.self, 1)
                var snapshot = book.snapshot
                (snapshot.title, snapshot.author) = ("other", 12_345)
                let error = try expectError(.notFound, "applying") { try context.apply(snapshot) }
                try expectEqual(error.context.properties, ["author"], "properties")
                try expect(!context.hasChanges, "something was changed")
            }
        },
    ]

    private static let values: [ConformancePromise] = [
        promise("Snapshots are equal when they are stored alike: text by its bytes, sets by their elements") {
            bench in
            try await bench.save {
                try $0.insert(Finding(id: 1, string: "caf\u{E9}"))
                try $0.insert(Basket(id: 1, fruits: ["apple", "pear", "plum"]))
            }
            let (text, basket) = try await bench.perform { context in
                (
                    try context.existing(Finding.self, 1).snapshot,
                    try context.existing(Basket.self, 1).snapshot
                )
            }
            var (other, same) = (text, basket)
            other.string = "cafe\u{301}"
            same.fruits = ["plum", "apple", "pear"]
            try expect(text != other, "texts of other bytes are equal")
            try expectEqual(same, basket, "the same set")
        },
        promise("A snapshot knows the identity of its object, also by a key of several parts") { bench in
            try await bench.saveLibrary()
            let (book, chapter, ids) = try await bench.perform { context in
                let book = try context.existing(Book.self, 1)
                let chapter = try unwrap(try context.first(Chapter.all), "a chapter")
                return (book.snapshot, chapter.snapshot, (book.objectID, chapter.objectID))
            }
            try expectEqual(book.objectID, ids.0, "the book")
            try expectEqual(chapter.objectID, ids.1, "the chapter")
        },
    ]

    private static let insertion: [ConformancePromise] = [
        promise("A snapshot is inserted in another store as the same object") { bench in
            try await bench.saveLibrary()
            let snapshot = try await bench.perform { context in
                let book = try context.existing(Book.self, 1)
                let snapshot = book.snapshot
                try context.deleteAll(Loan.all)
                try context.delete(book)
                try context.save()
                return snapshot
            }
            try await bench.save { _ = try $0.insert(snapshot) }
            let found = try await bench.perform { try $0.existing(Book.self, 1).snapshot }
            try expectEqual(found, snapshot, "the book")
        },
        promise("Values that stores round are rounded when a snapshot is inserted") { bench in
            let moment = Date(timeIntervalSinceReferenceDate: 0.123_456_78)
            var snapshot = Finding(id: 1).snapshot
            snapshot.date = moment
            let inserted = snapshot
            let (before, after) = try await bench.perform { context in
                let finding = try context.insert(inserted)
                let before = finding.date
                try context.save()
                try context.refresh(finding)
                return (before, finding.date)
            }
            try expectEqual(before, after, "the date before and after the save")
        },
        promise("A key that is to be generated is generated for a snapshot without one") { bench in
            let loan = Loan.Snapshot(reader: "Ann")
            let keys = try await bench.save { context in
                [try context.insert(loan), try context.insert(loan)].map(\.id)
            }
            try expect(keys[0] != keys[1], "one key for two objects")
            let readers = try await bench.perform { try $0.fetch(Loan.all).map(\.reader) }
            try expectEqual(readers, ["Ann", "Ann"], "readers")
        },
        promise("A partner in one-to-one that is not loaded refers back to an object made of a snapshot") {
            bench in
            try await bench.save {
                try $0.insert(Person(id: 1, name: "one"))
                try $0.insert(Person(id: 2, name: "two", next: try $0.existing(Person.self, 1)))
            }
            let third = Person.Snapshot(id: 3, name: "three", next: 1)
            try await bench.save { _ = try $0.insert(third) }
            let pairs = try await bench.perform { context in
                try context.fetch(Person.all).map { [$0.next?.id, $0.previous?.id] }
            }
            try expectEqual(pairs, [[nil, 3], [nil, nil], [1, nil]], "next and previous of each")
        },
    ]

    private static let application: [ConformancePromise] = [
        promise("Only what differs from the base is changed") { bench in
            try await bench.save { try $0.insert(Finding(id: 1, int: 1, string: "base")) }
            let base = try await bench.perform { try $0.existing(Finding.self, 1).snapshot }
            var wanted = base
            wanted.int = 2
            let mine = wanted
            let changed = try await bench.save { context in
                let finding = try unwrap(try context.apply(mine, base: base), "the finding")
                return context.changes.properties(of: finding)
            }
            try expectEqual(changed, ["int"], "changed properties")
            let found = try await bench.perform { try $0.existing(Finding.self, 1).snapshot }
            try expectEqual(found, mine, "stored")
        },
        promise("A snapshot that says what is there changes nothing") { bench in
            try await bench.saveLibrary()
            let hasChanges = try await bench.perform { context in
                for book in try context.fetch(Book.all) { try context.apply(book.snapshot) }
                return context.hasChanges
            }
            try expect(!hasChanges, "something was changed")
        },
        promise("A snapshot of an object that does not exist needs a base") { bench in
            let snapshot = Finding(id: 9).snapshot
            try await bench.perform { context in
                try expectError(.notFound, "applying") { try context.apply(snapshot) }
                try expectError(.invalidObject, "another object's base") {
                    try context.apply(snapshot, base: Finding(id: 8).snapshot)
                }
            }
        },
    ]

    private static let conflicts: [ConformancePromise] = [
        promise("A conflict of an applied snapshot is settled by each policy as one of a save") { bench in
            let expected: [(MergePolicy, String)] = [
                (.error, "conflict"), (.storeWins, "2 theirs"), (.memoryWins, "2 mine"),
                (.overwrite, "2 mine"), (.rollback, "1 theirs"), (.perProperty, "conflict"),
                (.custom { _ in .values(["string": .text("both")]) }, "1 both"),
                (.custom { _ in .theirs }, "1 theirs"), (.custom { _ in .mine }, "2 mine"),
                (.custom { _ in .error }, "conflict"),
            ]
            for (policy, outcome) in expected {
                let found = try await settled(bench, policy) { finding in finding.string = "theirs" }
                try expectEqual(found, outcome, "the outcome")
            }
        },
        promise("A snapshot of an object that others have deleted is settled by each policy") { bench in
            let expected: [(MergePolicy, String)] = [
                (.error, "conflict"), (.storeWins, "gone"), (.memoryWins, "2 mine"), (.overwrite, "2 mine"),
                (.rollback, "gone"), (.perProperty, "conflict"),
            ]
            for (policy, outcome) in expected {
                let found = try await settled(bench, policy, theyDelete: true) { _ in }
                try expectEqual(found, outcome, "the outcome")
            }
        },
        promise("Changes of different properties are merged per property") { bench in
            let found = try await settled(bench, .perProperty, only: true) { $0.string = "theirs" }
            try expectEqual(found, "2 theirs", "the outcome")
        },
        promise("A conflict of an applied snapshot carries base, mine and theirs") { bench in
            try await bench.save { try $0.insert(Finding(id: 1, string: "base")) }
            let base = try await bench.perform { try $0.existing(Finding.self, 1).snapshot }
            try await bench.save { try $0.existing(Finding.self, 1).string = "theirs" }
            var mine = base
            mine.string = "mine"
            let wanted = mine
            try await bench.perform { context in
                let error = try expectError(.conflict, "applying") { try context.apply(wanted, base: base) }
                let conflict = try unwrap(error.conflicts.first, "the conflict")
                let texts = [conflict.base, conflict.mine, conflict.theirs].map { $0?["string"] }
                try expectEqual(texts, [.text("base"), .text("mine"), .text("theirs")], "base, mine, theirs")
            }
        },
    ]

    /// The stored row after a snapshot was changed here while others changed the object: integer and text.
    private static func settled(
        _ bench: ConformanceBench, _ policy: MergePolicy, only: Bool = false, theyDelete: Bool = false,
        theirs: @escaping @Sendable (Finding) -> Void
    ) async throws -> String {
        let base = try await bench.save { context in
            if let last = try context.object(Finding.self, 1) {
                try context.delete(last)
                try context.save()
            }
            let finding = Finding(id: 1, int: 1, string: "base")
            try context.insert(finding)
            return finding.snapshot
        }
        try await bench.save { context in
            let finding = try context.existing(Finding.self, 1)
            theirs(finding)
            if theyDelete { try context.delete(finding) }
        }
        var wanted = base
        wanted.int = 2
        if !only { wanted.string = "mine" }
        let mine = wanted
        do {
            try await bench.save { _ = try $0.apply(mine, base: base, policy: policy) }
        } catch GranaryError.Code.conflict {
            return "conflict"
        }
        return try await bench.perform { context in
            try context.object(Finding.self, 1).map { "\($0.int ?? 0) \($0.string ?? "nil")" } ?? "gone"
        }
    }
}
