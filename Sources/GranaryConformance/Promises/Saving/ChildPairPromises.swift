import Granary

/// Both sides of a one-to-one relationship agree in a parent and its children.
///
/// A parent does not report its changes to its children.
enum ChildPairPromises: PromiseList {
    static let category = ConformanceCategory.concurrency
    static let areAboutContent = true

    static let promises: [ConformancePromise] = [
        promise("What a pair of a child follows its parent in belongs to no step that it undoes", .united) {
            bench in
            try await PairPromises.savePeople(bench, [1: 2])
            let parent: Context = try bench.stack.makeContext()
            let child = parent.makeChild()
            child.history.levels = 5
            let person = try child.existing(Person.self, 1)
            let name = person.name
            person.name = "changed"
            child.history.endStep()
            try parent.existing(Person.self, 3).next = try parent.existing(Person.self, 2)
            try expectEqual(person.next?.id, nil, "after 1")
            try expect(try child.history.undo(), "nothing was undone")
            try expectEqual(person.name, name, "the name of 1")
            try expectEqual(person.next?.id, nil, "after 1, when the name was undone")
            try expectEqual(child.hasChanges, false, "that the child has changes")
        },
        promise("A pair is gone in a child that undoes a step of an object its parent has deleted", .united) {
            bench in
            try await PairPromises.savePeople(bench, [1: 2])
            let parent: Context = try bench.stack.makeContext()
            let child = parent.makeChild()
            child.history.levels = 5
            let person = try child.existing(Person.self, 1)
            person.age = 11
            try child.save()
            try parent.delete(try parent.existing(Person.self, 1))
            try child.history.undo()
            try expectEqual(person.next?.id, nil, "the person after 1")
            try expectEqual(try child.existing(Person.self, 2).previous?.id, nil, "the person before 2")
            try expectEqual(child.changes.updated.count, 1, "changed objects of the child")
        },
        promise("A pair of a child is its parent's once one of its objects was refreshed", .united) { bench in
            try await PairPromises.savePeople(bench, [:])
            let parent: Context = try bench.stack.makeContext()
            let child = parent.makeChild()
            let people = try child.fetch(Person.all)
            people[0].previous = people[1]
            let first = try parent.existing(Person.self, 1)
            first.previous = try parent.existing(Person.self, 2)
            try child.refresh(people[0])
            try expectEqual(people[0].previous?.id, 2, "the person before 1")
            try expectEqual(people[1].next?.id, 1, "the person after 2")
            try expectEqual(child.hasChanges, false, "whether the child has changes")
            first.previous = nil
            try child.save()
            try parent.save()
            try await PairPromises.expectPairs(bench, [:])
        },
        promise("A parent's pairs are whole after it was refused to save what a child has deleted", .united) {
            bench in
            try await PairPromises.savePeople(bench, [:])
            let parent: Context = try bench.stack.makeContext(ContextOptions().merging(.error))
            let people = try parent.fetch(Person.all)
            try await bench.save { context in
                try context.existing(Person.self, 3).next = try context.existing(Person.self, 2)
            }
            let child = parent.makeChild(savingThrough)
            try child.delete(try child.existing(Person.self, 3))
            try expectError(.conflict, "the save of the child") { try child.save() }
            try expectEqual(people[2].next?.id, 2, "the person after 3")
            try expectEqual(people[1].previous?.id, 3, "the person before 2")
            try expectEqual(parent.hasChanges, false, "whether the parent has changes")
        },
        promise("A parent's pairs are whole after it was refused to save what a child has paired", .united) {
            bench in
            try await PairPromises.savePeople(bench, [:])
            let parent: Context = try bench.stack.makeContext(ContextOptions().merging(.error))
            let people = try parent.fetch(Person.all)
            people[2].age = 33
            try await bench.save { context in
                try context.existing(Person.self, 3).next = try context.existing(Person.self, 2)
            }
            let child = parent.makeChild(savingThrough)
            try child.existing(Person.self, 3).next = try child.existing(Person.self, 4)
            try expectError(.conflict, "the save of the child") { try child.save() }
            try expectEqual(people[2].next?.id, 2, "the person after 3")
            try expectEqual(people[1].previous?.id, 3, "the person before 2")
            try expectEqual(people[3].previous?.id, nil, "the person before 4")
            try expectEqual(parent.changes.updated.map(\.erasedKey), [.integer(3)], "changed objects")
        },
        promise(
            "A child shows a pair whole of whose objects it has read one before its parent changed it",
            .united
        ) { bench in
            try await PairPromises.savePeople(bench, [3: 2])
            let parent: Context = try bench.stack.makeContext()
            let child = parent.makeChild()
            let (second, fourth) = (try child.existing(Person.self, 2), try child.existing(Person.self, 4))
            try parent.existing(Person.self, 3).next = try parent.existing(Person.self, 4)
            let third = try child.existing(Person.self, 3)
            try expectEqual(third.next?.id, 4, "the person after 3")
            try expectEqual(fourth.previous?.id, 3, "the person before 4")
            try expectEqual(second.previous?.id, nil, "the person before 2")
            try expectEqual(child.hasChanges, false, "whether the child has changes")
        },
        promise("A child shows a pair whole that its parent has taken back", .united) { bench in
            try await PairPromises.savePeople(bench, [1: 2])
            let parent: Context = try bench.stack.makeContext()
            let child = parent.makeChild()
            let (first, second) = (try child.existing(Person.self, 1), try child.existing(Person.self, 2))
            try parent.existing(Person.self, 3).next = try parent.existing(Person.self, 2)
            let third = try child.existing(Person.self, 3)
            try expectEqual(third.next?.id, 2, "the person after 3")
            try expectEqual(second.previous?.id, 3, "the person before 2")
            try expectEqual(first.next?.id, nil, "the person after 1")
            parent.rollback()
            try child.refreshAll()
            try expectEqual(third.next?.id, nil, "the person after 3 in the end")
            try expectEqual(second.previous?.id, 1, "the person before 2 in the end")
            try expectEqual(first.next?.id, 2, "the person after 1 in the end")
        },
        promise("A pair that a child has set wins over one that it has not seen of its parent", .united) {
            bench in
            try await PairPromises.savePeople(bench, [:])
            let parent: Context = try bench.stack.makeContext()
            let child = parent.makeChild()
            let third = try child.existing(Person.self, 3)
            third.next = try child.existing(Person.self, 1)
            try parent.existing(Person.self, 3).next = try parent.existing(Person.self, 4)
            let fourth = try child.existing(Person.self, 4)
            try expectEqual(third.next?.id, 1, "the person after 3")
            try expectEqual(fourth.previous?.id, nil, "the person before 4")
            try child.save()
            try parent.save()
            try await PairPromises.expectPairs(bench, [3: 1])
        },
        halfRead("sets another pair", [1: 2]) { child, person in
            person.previous = try child.existing(Person.self, 1)
        },
        halfRead("takes it apart, as its parent had", [3: 2]) { _, person in person.previous = nil },
        halfRead("pairs it from the other side", [1: 2]) { child, person in
            try child.existing(Person.self, 1).next = person
        },
        halfRead("deletes it", [:]) { child, person in try child.delete(person) },
    ]

    /// A child reads one object of a pair before the parent changes the other, and the other one after it.
    ///
    /// Then the parent undoes its change, and the child saves its own.
    private static func halfRead(
        _ name: String, _ expected: [Int: Int],
        change: @escaping @Sendable (Context, Person) throws -> Void
    ) -> ConformancePromise {
        promise("A pair that a child has read by halves is whole after the child \(name)", .united) { bench in
            for isChanged in [false, true] {
                try await bench.save { _ = try $0.deleteAll(Person.all) }
                try await PairPromises.savePeople(bench, [3: 2])
                let parent: Context = try bench.stack.makeContext()
                let child = parent.makeChild()
                let person = try child.existing(Person.self, 2)
                if isChanged { person.age = 22 }
                try parent.existing(Person.self, 3).next = try parent.existing(Person.self, 4)
                try change(child, person)
                parent.rollback()
                try child.save()
                try parent.save()
                try await PairPromises.expectPairs(bench, expected)
            }
        }
    }

    /// The options of a child whose saves go through to the stores, with an error on conflicts.
    private static var savingThrough: ContextOptions {
        var options = ContextOptions().merging(.error)
        options.savesThroughParent = true
        return options
    }
}
