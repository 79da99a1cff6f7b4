import Granary

/// Both sides of a one-to-one relationship agree in the store, after any change of one of them.
enum PairPromises: PromiseList {
    static let category = ConformanceCategory.concurrency
    static let areAboutContent = true

    static let promises: [ConformancePromise] = [
        promise("A pair is consistent after one of its objects was refreshed", .united) { bench in
            try await savePeople(bench, [1: 2])
            let context = try bench.stack.makeContext()
            let people = try context.fetch(Person.all)
            people[0].next = people[3]
            try context.refresh(people[0])
            try expectEqual(people[1].previous?.id, 1, "the person before 2 after the refresh")
            try expectEqual(people[3].previous?.id, nil, "the person before 4 after the refresh")
            try context.save()
            try await expectPairs(bench, [1: 2])
        },
        promise("A deletion still ends a pair whose other object was refreshed since", .united) { bench in
            try await savePeople(bench, [2: 1])
            let context: Context = try bench.stack.makeContext()
            let people = try context.fetch(Person.all)
            try context.delete(people[1])
            try context.refresh(people[0])
            let heir = Person(id: 2, name: "another")
            try context.insert(heir)
            try expectEqual(people[0].previous?.id, nil, "the person before 1")
            try expectEqual(heir.next?.id, nil, "the person after the new one")
            people[0].age = 11
            try context.save()
            try await expectPairs(bench, [:])
        },
        promise("A pair is consistent after the freed object was refreshed", .united) { bench in
            try await savePeople(bench, [1: 2])
            let context = try bench.stack.makeContext()
            let people = try context.fetch(Person.all)
            people[0].next = people[3]
            try context.refresh(people[1])
            try expectEqual(people[1].previous?.id, 1, "the person before 2 after the refresh")
            try expectEqual(people[0].next?.id, 2, "the person after 1 after the refresh")
            try expectEqual(people[3].previous?.id, nil, "the person before 4 after the refresh")
            try context.save()
            try await expectPairs(bench, [1: 2])
        },
        afterConflict("rollback", .rollback), afterConflict("theirs", .custom { _ in .theirs }),
        promise(
            "A pair is consistent after a saved step was undone and others had paired its objects", .united
        ) {
            bench in
            try await savePeople(bench, [1: 2])
            let context = try bench.stack.makeContext()
            context.history.levels = 5
            let people = try context.fetch(Person.all)
            people[0].next = people[3]
            try context.save()
            try await bench.save { context in
                try context.existing(Person.self, 3).next = try context.existing(Person.self, 2)
            }
            try context.refreshAll()
            try context.history.undo()
            try context.save()
            try await expectPairs(bench, [1: 2])
        },
        promise(
            "A pair is consistent after the save of a child that has not seen its parent's newest pair",
            .united
        ) {
            bench in
            try await savePeople(bench, [:])
            let parent: Context = try bench.stack.makeContext()
            let child = parent.makeChild()
            let people = try child.fetch(Person.all)
            try parent.existing(Person.self, 3).next = try parent.existing(Person.self, 2)
            people[0].next = people[1]
            try child.save()
            try expectEqual(
                try parent.existing(Person.self, 3).next?.id, nil, "the person after 3 in the parent")
            try parent.save()
            try await expectPairs(bench, [1: 2])
        },
        promise(
            "A pair is consistent after a deletion that had freed one of its objects was given up", .united
        ) {
            bench in
            try await savePeople(bench, [1: 2])
            let mine = try bench.stack.makeContext(ContextOptions().merging(.rollback))
            let people = try mine.fetch(Person.all)
            try mine.delete(people[1])
            try await bench.save { try $0.existing(Person.self, 1).age = 11 }
            try mine.save()
            try expectEqual(people[0].next?.id, 2, "the person after 1")
            try expectEqual(people[1].previous?.id, 1, "the person before 2")
            try await expectPairs(bench, [1: 2])
        },
        promise(
            "A pair that others have separated stays consistent after the save of a child's child", .united
        ) {
            bench in
            try await savePeople(bench, [1: 2])
            let parent: Context = try bench.stack.makeContext()
            let child = parent.makeChild()
            let editor = child.makeChild(ContextOptions().merging(.memoryWins))
            let (people, copies) = (try child.fetch(Person.all), try editor.fetch(Person.all))
            try expectEqual(copies[0].next?.id, 2, "the person after 1 in the editor")
            people[0].age = 7
            try parent.delete(try parent.existing(Person.self, 1))
            try parent.save()
            copies[0].age = 2
            try editor.save()
            try child.save()
            try parent.save()
            try await bench.perform { context in
                for person in try context.fetch(Person.all) {
                    if let next = person.next {
                        try expectEqual(next.previous?.id, person.id, "the person before \(next.id)")
                    }
                    if let previous = person.previous {
                        try expectEqual(previous.next?.id, person.id, "the person after \(previous.id)")
                    }
                }
            }
        },
        promise("Undoing reverses the program's changes, and not those of merging", .united) { bench in
            try await savePeople(bench, [:])
            let mine = try bench.stack.makeContext(ContextOptions().merging(.error))
            mine.history.levels = 5
            let people = try mine.fetch(Person.all)
            let age = people[2].age
            people[2].age = 66
            try await bench.save { context in
                try context.existing(Person.self, 2).next = try context.existing(Person.self, 3)
            }
            try expectError(.conflict, "the save") { try mine.save() }
            try mine.history.undo()
            try expectEqual(people[2].age, age, "the age")
            try expectEqual(people[2].previous?.id, 2, "the person before 3")
            try expectEqual(people[1].next?.id, 3, "the person after 2")
        },
        promise(
            "A pair that others have made is consistent after a deletion whose save failed was undone",
            .united
        ) {
            bench in
            try await savePeople(bench, [:])
            let mine = try bench.stack.makeContext(ContextOptions().merging(.error))
            mine.history.levels = 5
            let people = try mine.fetch(Person.all)
            try mine.delete(people[2])
            try await bench.save { context in
                try context.existing(Person.self, 3).next = try context.existing(Person.self, 2)
            }
            try expectError(.conflict, "the save") { try mine.save() }
            try mine.history.undo()
            try expectEqual(people[2].next?.id, 2, "the person after 3")
            try expectEqual(people[1].previous?.id, 3, "the person before 2")
            try expectEqual(mine.hasChanges, false, "whether there are changes")
            try mine.history.redo()
            try expectEqual(people[1].previous?.id, nil, "the person before 2 after the deletion")
        },
        promise(
            "A pair that others have made is consistent after another pair of its object was undone", .united
        ) {
            bench in
            try await savePeople(bench, [:])
            let mine = try bench.stack.makeContext(ContextOptions().merging(.error))
            mine.history.levels = 5
            let people = try mine.fetch(Person.all)
            people[2].next = people[0]
            try await bench.save { context in
                try context.existing(Person.self, 3).next = try context.existing(Person.self, 4)
            }
            try expectError(.conflict, "the save") { try mine.save() }
            try mine.history.undo()
            try expectEqual(people[2].next?.id, 4, "the person after 3")
            try expectEqual(people[3].previous?.id, 3, "the person before 4")
            try expectEqual(people[0].previous?.id, nil, "the person before 1")
            try expectEqual(mine.hasChanges, false, "whether there are changes")
        },
        promise("A child with unsaved changes shows its parent's newest pair consistently", .united) {
            bench in
            try await savePeople(bench, [:])
            let parent: Context = try bench.stack.makeContext()
            let child = parent.makeChild()
            let people = try child.fetch(Person.all)
            people[1].age = 22
            try parent.existing(Person.self, 3).next = try parent.existing(Person.self, 2)
            try child.refresh(people[2])
            try expectEqual(people[2].next?.id, 2, "the person after 3")
            try expectEqual(people[1].previous?.id, 3, "the person before 2")
            try parent.refresh(try parent.existing(Person.self, 3))
            try expectEqual(
                try child.fetch(Person.all).map { $0.next?.id }, [nil, nil, nil, nil], "the person after each"
            )
            try expectEqual(people[1].previous?.id, nil, "the person before 2 after the parent's refresh")
        },
        promise("A query finds the changes here from merging a pair of others", .united) { bench in
            try await savePeople(bench, [:])
            let mine = try bench.stack.makeContext()
            let people = try mine.fetch(Person.all)
            people[3].age = 44
            try mine.save()
            try mine.delete(people[0])
            try await bench.save { context in
                try context.existing(Person.self, 2).next = try context.existing(Person.self, 1)
            }
            try expectEqual(try mine.fetch(Person.all).map(\.id), [2, 3, 4], "people")
        },
        promise("A pair that others have made counts as read once it has been shown", .united) { bench in
            try await savePeople(bench, [:])
            let mine = Context(
                try bench.stack.keptHold(), options: reading.merging(.storeWins))
            let people = try mine.fetch(Person.all)
            people[1].age = 22
            try await bench.save { context in
                try context.existing(Person.self, 3).next = try context.existing(Person.self, 2)
            }
            try expectEqual(try mine.count(Person.all), 4, "people")
            try expectEqual(people[1].previous?.id, 3, "the person before 2")
            people[1].previous = people[3]
            try mine.save()
            try await expectPairs(bench, [4: 2])
            try expectEqual(people[1].age, 22, "the age of 2")
        },
        promise("A pair of the store is consistent after it has kept an object from deletion", .united) {
            bench in
            try await savePeople(bench, [:])
            let mine = Context(
                try bench.stack.keptHold(), options: reading.merging(.storeWins))
            let people = try mine.fetch(Person.all)
            people[1].previous = people[3]
            try await bench.save { context in
                try context.existing(Person.self, 3).next = try context.existing(Person.self, 2)
            }
            try expectEqual(try mine.count(Person.all), 4, "people")
            try expectEqual(people[2].next?.id, nil, "the person after 3")
            try mine.delete(people[2])
            try mine.save()
            try expectEqual(people[2].next?.id, 2, "the person after 3 after the save")
            try expectEqual(people[1].previous?.id, 3, "the person before 2 after the save")
            try await expectPairs(bench, [3: 2])
        },
        promise("A pair that others have saved is consistent beside unsaved changes of its objects", .united)
        {
            bench in
            try await savePeople(bench, [1: 2])
            let context = Context(try bench.stack.keptHold(), options: reading)
            let people = try context.fetch(Person.all)
            people[2].age = 33
            try await bench.save { context in
                try context.existing(Person.self, 3).next = try context.existing(Person.self, 2)
            }
            try expectEqual(try context.count(Person.all), 4, "people")
            try expectEqual(people[1].previous?.id, 3, "the person before 2")
            try expectEqual(people[2].next?.id, 2, "the person after 3")
            try expectEqual(people[0].next?.id, nil, "the person after 1")
            try expectEqual(people[2].age, 33, "the unsaved age")
        },
    ]

    /// The options of a context that reads the newest state.
    static var reading: ContextOptions {
        var options = ContextOptions()
        options.readsNewest = true
        return options
    }

    /// A conflict about another property is given up, together with the pair that was changed.
    private static func afterConflict(_ name: String, _ policy: MergePolicy) -> ConformancePromise {
        promise("A pair is consistent after a conflict about another property was given up: \(name)", .united)
        {
            bench in
            try await savePeople(bench, [1: 2])
            let mine = try bench.stack.makeContext(ContextOptions().merging(policy))
            let people = try mine.fetch(Person.all)
            people[0].next = people[3]
            people[0].age = 5
            try await bench.save { try $0.existing(Person.self, 1).age = 70 }
            try mine.save()
            try await expectPairs(bench, [1: 2])
            try expectEqual(people[0].age, 70, "the age whose change was given up")
        }
    }

    /// Saves four people and the pairs between them.
    static func savePeople(_ bench: ConformanceBench, _ pairs: [Int: Int]) async throws {
        try await bench.save { context in
            let people = (1...4).map { Person(id: $0, name: "\($0)") }
            for person in people { try context.insert(person) }
            for (first, second) in pairs { people[first - 1].next = people[second - 1] }
        }
    }

    /// Checks the pairs in the store, on both sides.
    static func expectPairs(_ bench: ConformanceBench, _ pairs: [Int: Int]) async throws {
        try await bench.perform { context in
            for person in try context.fetch(Person.all) {
                try expectEqual(person.next?.id, pairs[person.id], "the stored person after \(person.id)")
                let previous = pairs.first { $0.value == person.id }?.key
                try expectEqual(person.previous?.id, previous, "the stored person before \(person.id)")
            }
        }
    }
}
