import FoundationEssentials
import Granary

/// Relationships of reconciled objects follow the list, in one store and across two.
enum ReconciledRelationshipPromises: PromiseList {
    static let category = ConformanceCategory.values
    static let areAboutContent = true

    static var promises: [ConformancePromise] { everywhere(spread, in: [.united, .apart]) + trees }

    private static let spread: [ConformancePromise] = [
        promise("Relationships to one are reconciled, and their targets loaded together") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                var list = try context.fetch(Book.all).map(\.snapshot)
                for position in list.indices { list[position].author = 1 + position % 5 }
                let before = context.statistics.storeRequests
                try context.reconcile(Book.all, with: list)
                try expect(
                    context.statistics.storeRequests - before <= 3,
                    "\(context.statistics.storeRequests - before) requests")
                try context.save()
            }
            let authors = try await bench.perform { try $0.fetch(Book.all).map { $0.author?.id } }
            try expectEqual(authors, [1, 2, 3, 4, 5, 1, 2, 3, 4, 5], "authors")
        },
        promise("Reconciled relationships move objects from list to list") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let author = try context.existing(Author.self, 2)
                try expectEqual(author.books.count, 1, "books before")
                var list = try context.fetch(Book.where { $0.id <= 3 }).map(\.snapshot)
                for position in list.indices { list[position].author = 2 }
                try context.reconcile(Book.where { $0.id <= 3 }, with: list)
                try expectEqual(author.books.map(\.id).sorted(), [1, 2, 3], "books after")
            }
        },
        promise(
            "A reconciled relationship to an object that does not exist is refused, and nothing is changed"
        ) {
            bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                var list = try context.fetch(Book.all).map(\.snapshot)
                (list[0].title, list[4].author) = ("other", 12_345)
                let error = try expectError(.notFound, "reconciling") {
                    try context.reconcile(Book.all, with: list)
                }
                try expectEqual(error.context.properties, ["author"], "properties")
                try expect(!context.hasChanges, "something was changed")
            }
        },
        promise("Rows are matched by a relationship") { bench in
            try await bench.save { context in
                for id in 1...3 {
                    let person = Person(id: id, name: "person \(id)")
                    try context.insert(person)
                    try context.insert(Passport(id: id, person: person))
                }
            }
            let list = [2, 3].map { Passport.Snapshot(id: 50 + $0, amount: Decimal($0), person: $0) }
            let done = try await bench.save {
                try $0.reconcile(Passport.all, with: list, matching: { $0.person })
            }
            try expectEqual(done.line, "+0 ~2 =0 -1 !0", "counts")
            let found = try await bench.perform {
                try $0.fetch(Passport.all).map { "\($0.id) \($0.amount ?? 0)" }
            }
            try expectEqual(found, ["2 2", "3 3"], "passports")
        },
        promise("The condition of a reconciled query may follow relationships of the list") { bench in
            try await bench.saveLibrary()
            try await bench.perform { context in
                let query = Book.where { $0.author.name == "Ada" }
                var list = try context.fetch(query).map(\.snapshot)
                list.append(Book.Snapshot(id: 50, title: "of Ada", author: 1))
                try expectEqual(
                    try context.reconcile(query, with: list).line, "+1 ~0 =\(list.count - 1) -0 !0", "counts")
                list.append(Book.Snapshot(id: 51, title: "of Bob", author: 2))
                let error = try expectError(.invalidValue, "an item of another author") {
                    try context.reconcile(query, with: list)
                }
                try expect(error.message.contains("at \(list.count - 1)"), "no position: \(error.message)")
            }
        },
        promise("The condition that protects rows may follow relationships") { bench in
            try await bench.saveLibrary()
            let done = try await bench.save {
                try $0.reconcile(
                    Book.where { $0.id.isIn([3, 8, 9]) }, with: [], unless: { $0.author.name == "Bob" })
            }
            try expectEqual(done.line, "+0 ~0 =0 -2 !1", "counts")
        },
    ]

    private static let trees: [ConformancePromise] = [
        promise("An item may refer to another new one of the same list") { bench in
            try await bench.save { try $0.insert(Publisher(code: "old")) }
            let list = [
                Publisher.Snapshot(code: "new", owner: "old"), Publisher.Snapshot(code: "old", owner: "top"),
                Publisher.Snapshot(code: "top"),
            ]
            let done = try await bench.save { try $0.reconcile(Publisher.all, with: list) }
            try expectEqual(done.line, "+2 ~1 =0 -0 !0", "counts")
            let owners = try await bench.perform { try $0.fetch(Publisher.all).map { $0.owner?.code } }
            try expectEqual(owners, ["old", "top", nil], "owners")
        },
        promise("An item does not refer to a new one with the key of a row that the list deletes") { bench in
            try await bench.save { context in
                try context.insert(Person(id: 1, name: "one"))
                try context.insert(Person(id: 2, name: "two"))
            }
            let list = [Person.Snapshot(id: 2, name: "two", next: 1), Person.Snapshot(id: 1, name: "other")]
            try await bench.perform { context in
                let error = try expectError(.constraint, "reconciling") {
                    try context.reconcile(Person.all, with: list, matching: { $0.name })
                }
                try expectEqual(error.context.properties, ["next"], "properties")
                try expect(!context.hasChanges, "something was changed")
            }
        },
    ]
}
