import Granary

/// The state of a context and its stores after a conflict was resolved or given up.
enum SettlementPromises: PromiseList {
    static let category = ConformanceCategory.concurrency
    static let areAboutContent = true

    static let promises: [ConformancePromise] = [
        promise("After a conflict and a rollback the same object can be changed and saved") { bench in
            try await bench.save { try $0.insert(Tag(word: "shared", weight: 1)) }
            let mine = try bench.stack.makeContext()
            let tag = try mine.existing(Tag.self, "shared")
            try await bench.save { try $0.existing(Tag.self, "shared").weight = 5 }
            tag.weight = 2
            try expectError(.conflict, "the first save") { try mine.save() }
            mine.rollback()
            try expectEqual(try mine.existing(Tag.self, "shared").weight, 5, "weight after the rollback")
            tag.weight = (tag.weight ?? 0) + 1
            try mine.save()
            let stored = try await bench.perform { try $0.existing(Tag.self, "shared").weight }
            try expectEqual(stored, 6, "the stored weight")
        },
        promise("After a conflict and a rollback an object that others deleted is gone") { bench in
            try await bench.save { try $0.insert(Tag(word: "shared", weight: 1)) }
            let mine = try bench.stack.makeContext()
            let tag = try mine.existing(Tag.self, "shared")
            try await bench.save { try $0.delete(try $0.existing(Tag.self, "shared")) }
            tag.weight = 2
            try expectError(.conflict, "the save") { try mine.save() }
            mine.rollback()
            try expect(try mine.object(Tag.self, "shared") == nil, "the deleted tag is still there")
        },
        agreeing("store wins", .storeWins, 3), agreeing("memory wins", .memoryWins, 2),
        agreeing("rollback", .rollback, 3),
        promise("Many objects by compound keys are found by their keys", .united) { bench in
            try await bench.save { context in
                for number in 0..<3_000 {
                    try context.insert(
                        Chapter(volume: "v\(number % 60)", position: number, heading: "\(number)"))
                }
            }
            try await bench.perform { context in
                let ids = (0..<200).map {
                    ObjectID<Chapter>(Chapter.Key(volume: "v\($0 * 7 % 60)", position: $0 * 7))
                }
                let before = context.statistics.rowsFetched
                try expectEqual(
                    try context.objects(ids).map(\.position).sorted(), (0..<200).map { $0 * 7 },
                    "positions found")
                try expect(
                    context.statistics.rowsFetched - before <= 200,
                    "\(context.statistics.rowsFetched - before) rows were fetched")
            }
        },
    ]

    /// Two contexts give one person different neighbours; afterwards both sides of each pair agree.
    private static func agreeing(_ name: String, _ policy: MergePolicy, _ expected: Int) -> ConformancePromise
    {
        promise("Both sides of a pair agree after a conflict about it: \(name)", .united) { bench in
            try await bench.save { context in
                for id in 1...3 { try context.insert(Person(id: id, name: "\(id)")) }
            }
            let mine = try bench.stack.makeContext(ContextOptions().merging(policy))
            let people = try mine.fetch(Person.all)
            people[0].next = people[1]
            try await bench.save { context in
                try context.existing(Person.self, 1).next = try context.existing(Person.self, 3)
            }
            try mine.save()
            try await bench.perform { context in
                for person in try context.fetch(Person.all) {
                    let isFirst = person.id == 1
                    try expectEqual(
                        person.next?.id, isFirst ? expected : nil, "the person after \(person.id)")
                    try expectEqual(
                        person.previous?.id, person.id == expected ? 1 : nil, "the person before \(person.id)"
                    )
                }
            }
        }
    }
}
