import FoundationEssentials
import Granary

/// Uniqueness and keys: checked on the final state of a save, with errors that name the violation.
enum ConstraintPromises: PromiseList {
    static let category = ConformanceCategory.constraints
    static let areAboutContent = true

    static var promises: [ConformancePromise] { violations + uses + allowed + exchanges + recovery }

    /// A second object collides with a stored one.
    ///
    /// The error names entity, properties and kind of constraint, and nothing is stored.
    private static func refused<M: Model>(
        _ name: String, _ kind: GranaryError.Constraint, _ properties: [String],
        _ first: @escaping @Sendable () -> M, _ second: @escaping @Sendable () -> M
    ) -> ConformancePromise {
        promise(name) { bench in
            try await bench.save { try $0.insert(first()) }
            try await bench.perform { context in
                try context.insert(second())
                let error = try expectError(.constraint, "the save") { try context.save() }
                try expectEqual(error.context.entity, M.modelDescription.name, "the entity in the error")
                try expectEqual(error.context.constraint, kind, "the constraint in the error")
                try expectEqual(error.context.properties, properties, "the properties in the error")
                let start = "Another object of \(M.modelDescription.name) has the same "
                try expect(error.message.hasPrefix(start) && error.message.contains("hange"), error.message)
            }
            try expectEqual(try await bench.perform { try $0.count(M.all) }, 1, "objects stored")
        }
    }

    private static let violations: [ConformancePromise] = [
        refused(
            "An integer key that is already stored is refused", .primaryKey, ["id"], { Seat(id: 1) },
            { Seat(id: 1) }),
        refused(
            "A text key that is already stored is refused", .primaryKey, ["word"], { Tag(word: "t") },
            { Tag(word: "t") }),
        refused(
            "A UUID key that is already stored is refused", .primaryKey, ["id"], { Stamp(id: makeUUID(5)) },
            { Stamp(id: makeUUID(5)) }),
        refused(
            "A compound key that is already stored is refused", .primaryKey, ["volume", "position"],
            { Chapter(volume: "v", position: 1, heading: "a") },
            { Chapter(volume: "v", position: 1, heading: "b") }),
        refused(
            "A unique text that is stored is refused", .unique, ["label"], { Seat(id: 1, label: "A") },
            { Seat(id: 2, label: "A") }),
        refused(
            "A unique empty text that is already stored is refused", .unique, ["label"],
            { Seat(id: 1, label: "") },
            { Seat(id: 2, label: "") }),
        refused(
            "Unique values together are refused", .unique, ["row", "column"],
            { Seat(id: 1, row: 1, column: 2) },
            { Seat(id: 2, row: 1, column: 2) }),
        refused(
            "Unique bytes are refused", .unique, ["number"], { Passport(id: 1, number: Data([0, 255])) },
            { Passport(id: 2, number: Data([0, 255])) }),
        refused(
            "Unique decimals are refused by value", .unique, ["amount"],
            { Passport(id: 1, amount: makeDecimal("1.50")) },
            { Passport(id: 2, amount: makeDecimal("1.5")) }),
        promise("Two new objects of one unique value are refused in one save") { bench in
            try await bench.perform { context in
                try context.insert(Seat(id: 1, label: "A"))
                try context.insert(Seat(id: 2, label: "A"))
                let error = try expectError(.constraint, "the save") { try context.save() }
                try expectEqual(error.context.properties, ["label"], "the properties in the error")
            }
            try expectEqual(try await bench.perform { try $0.count(Seat.all) }, 0, "seats")
        },
        promise("A change to a unique value that is already stored is refused") { bench in
            try await bench.save { context in
                for (id, label) in [(1, "A"), (2, "B")] { try context.insert(Seat(id: id, label: label)) }
            }
            try await bench.perform { context in
                try context.existing(Seat.self, 2).label = "A"
                try expectError(.constraint, "the save") { try context.save() }
            }
            try expectEqual(
                try await bench.perform { try $0.fetch(Seat.all).map(\.label) }, ["A", "B"], "labels")
        },
    ]

    private static let uses: [ConformancePromise] = [
        promise(
            "A deletion of an object that is still used names the relationship that uses it",
            needs: .referenceChecks, .united
        ) { bench in
            try await bench.save { try $0.insert(Passport(id: 1, person: Person(id: 1, name: "a"))) }
            try await bench.perform { context in
                try context.delete(try context.existing(Person.self, 1))
                let error = try expectError(.constraint, "the save") { try context.save() }
                try expectEqual(error.context.constraint, .reference, "the constraint in the error")
                try expectEqual(error.context.properties, ["person"], "the properties in the error")
                try expect(
                    error.message.contains("is still used by Passport.person. Delete"), error.message)
            }
            try expectEqual(try await bench.perform { try $0.count(Person.all) }, 1, "people")
        }
    ]

    private static func accepted<M: Model>(_ name: String, _ objects: @escaping @Sendable () -> [M])
        -> ConformancePromise
    {
        promise(name) { bench in
            let count = try await bench.save { context in
                let objects = objects()
                for object in objects { try context.insert(object) }
                return objects.count
            }
            try expectEqual(try await bench.perform { try $0.count(M.all) }, count, "objects")
        }
    }

    private static let allowed: [ConformancePromise] = [
        accepted("nil never collides") { (1...5).map { Seat(id: $0) } },
        accepted("nil in a part of a compound unique value never collides") {
            [Seat(id: 1, row: 1), Seat(id: 2, row: 1), Seat(id: 3, column: 1), Seat(id: 4, column: 1)]
        },
        accepted("A part of a compound unique value may repeat") {
            [Seat(id: 1, row: 1, column: 1), Seat(id: 2, row: 1, column: 2), Seat(id: 3, row: 2, column: 1)]
        },
        accepted("Unique text is told apart by bytes") {
            ["a", "A", "\u{E9}", "e\u{301}", "a ", " a", "", "a%"].enumerated().map {
                Seat(id: $0, label: $1)
            }
        },
        accepted("Text keys are told apart by bytes") {
            ["a", "A", "\u{E9}", "e\u{301}", "a ", " a", "%"].map { Tag(word: $0) }
        },
    ]

    private static let exchanges: [ConformancePromise] = [
        promise("Two unique values are swapped in one save") { bench in
            try await bench.save { context in
                for (id, label) in [(1, "A"), (2, "B")] { try context.insert(Seat(id: id, label: label)) }
            }
            try await bench.save { context in
                try context.existing(Seat.self, 1).label = "B"
                try context.existing(Seat.self, 2).label = "A"
            }
            try expectEqual(
                try await bench.perform { try $0.fetch(Seat.all).map(\.label) }, ["B", "A"], "labels")
        },
        promise("Ten unique values are rotated in one save") { bench in
            try await bench.save { context in
                for id in 0..<10 { try context.insert(Seat(id: id, label: "\(id)", row: 1, column: id)) }
            }
            try await bench.save { context in
                for seat in try context.fetch(Seat.all) {
                    seat.label = "\((seat.id + 1) % 10)"
                    seat.column = (seat.id + 3) % 10
                }
            }
            let found = try await bench.perform {
                try $0.fetch(Seat.all).map { "\($0.label ?? "")\($0.column ?? 0)" }
            }
            try expectEqual(found, (0..<10).map { "\(($0 + 1) % 10)\(($0 + 3) % 10)" }, "seats")
        },
        promise("A unique value freed by a deletion is taken in the same save") { bench in
            try await bench.save { try $0.insert(Seat(id: 1, label: "A")) }
            try await bench.save { context in
                try context.insert(Seat(id: 2, label: "A"))
                try context.delete(try context.existing(Seat.self, 1))
            }
            try expectEqual(try await bench.perform { try $0.fetch(Seat.all).map(\.id) }, [2], "seats")
        },
        promise("A unique value freed by a change is taken by a new object in the same save") { bench in
            try await bench.save { try $0.insert(Seat(id: 1, label: "A")) }
            try await bench.save { context in
                try context.insert(Seat(id: 2, label: "A"))
                try context.existing(Seat.self, 1).label = "B"
            }
            try expectEqual(
                try await bench.perform { try $0.fetch(Seat.all).map(\.label) }, ["B", "A"], "labels")
        },
        promise("A unique value freed by setting nil is taken in the same save") { bench in
            try await bench.save { context in
                for (id, label) in [(1, "A"), (2, "B")] { try context.insert(Seat(id: id, label: label)) }
            }
            try await bench.save { context in
                try context.existing(Seat.self, 2).label = "A"
                try context.existing(Seat.self, 1).label = nil
            }
            try expectEqual(
                try await bench.perform { try $0.fetch(Seat.all).map(\.label) }, [nil, "A"], "labels")
        },
        promise("A unique relationship is swapped in one save", .united) { bench in
            try await bench.save { context in
                for id in 1...2 {
                    try context.insert(Passport(id: id, person: Person(id: id, name: "\(id)")))
                }
            }
            try await bench.save { context in
                let passports = try context.fetch(Passport.all)
                let people = try context.fetch(Person.all)
                passports[0].person = people[1]
                passports[1].person = people[0]
            }
            try expectEqual(
                try await bench.perform { try $0.fetch(Passport.all).map { $0.person?.id } }, [2, 1], "people"
            )
        },
    ]

    private static let recovery: [ConformancePromise] = [
        promise("After a violation the object is corrected and the save repeated") { bench in
            try await bench.save { try $0.insert(Seat(id: 1, label: "A")) }
            try await bench.perform { context in
                let seat = Seat(id: 2, label: "A")
                try context.insert(seat)
                try context.insert(Tag(word: "beside"))
                for _ in 0..<3 { try expectError(.constraint, "the save") { try context.save() } }
                try expect(context.hasChanges, "the changes are lost")
                seat.label = "B"
                try context.save()
                try expect(!context.hasChanges, "changes are left")
            }
            try await bench.perform { context in
                try expectEqual(try context.count(Seat.all), 2, "seats")
                try expectEqual(try context.count(Tag.all), 1, "tags")
            }
        },
        promise("One violation among a thousand objects stores none of them") { bench in
            try await bench.perform { context in
                for id in 0..<1_000 { try context.insert(Seat(id: id, label: "\(id % 999)")) }
                try expectError(.constraint, "the save") { try context.save() }
            }
            try expectEqual(try await bench.perform { try $0.count(Seat.all) }, 0, "seats")
        },
        promise("A violation in one store leaves the other store as it was", needs: .staging, .apart) {
            bench in
            try await bench.save { try $0.insert(Seat(id: 1, label: "A")) }
            try await bench.perform { context in
                try context.insert(Author(id: 1, name: "a"))
                try context.insert(Publisher(code: "p"))
                let seat = Seat(id: 2, label: "A")
                try context.insert(seat)
                try expectError(.constraint, "the save") { try context.save() }
                let others = try bench.stack.makeContext()
                try expectEqual(try others.count(Author.all), 0, "authors")
                try expectEqual(try others.count(Seat.all), 1, "seats")
                others.reset()
                seat.label = nil
                try context.save()
            }
            try await bench.perform { context in
                try expectEqual(
                    try context.count(Author.all) + context.count(Publisher.all), 2, "authors and publishers")
                try expectEqual(try context.count(Seat.all), 2, "seats")
            }
        },
    ]
}
