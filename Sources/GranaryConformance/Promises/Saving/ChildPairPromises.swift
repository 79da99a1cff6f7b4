import Granary

/// Both sides of a one-to-one relationship agree in a parent and its children, though a parent does not tell its children
/// what changes in it.
enum ChildPairPromises: PromiseList {
    static let category = ConformanceCategory.concurrency
    static let areAboutContent = true

    static let promises: [ConformancePromise] = [
        promise("A pair is gone in a child that undoes a step of an object its parent has deleted", .united) {
            bench in
            try await PairPromises.savePeople(bench, [1: 2])
            let parent: ManagedContext = try bench.stack.makeContext()
            let child = parent.makeChild()
            child.undoLevels = 5
            let person = try child.existing(Person.self, 1)
            person.age = 11
            try child.save()
            try parent.delete(try parent.existing(Person.self, 1))
            try child.undo()
            try expectEqual(person.next?.id, nil, "after 1")
            try expectEqual(try child.existing(Person.self, 2).previous?.id, nil, "before 2")
            try expectEqual(child.updatedObjects.count, 1, "changed objects of the child")
        },
        promise("A pair of a child is its parent's once one of its objects was refreshed", .united) { bench in
            try await PairPromises.savePeople(bench, [:])
            let parent: ManagedContext = try bench.stack.makeContext()
            let child = parent.makeChild()
            let people = try child.fetch(Person.all)
            people[0].previous = people[1]
            let first = try parent.existing(Person.self, 1)
            first.previous = try parent.existing(Person.self, 2)
            try child.refresh(people[0])
            try expectEqual(people[0].previous?.id, 2, "before 1")
            try expectEqual(people[1].next?.id, 1, "after 2")
            try expectEqual(child.hasChanges, false, "that the child has changes")
            first.previous = nil
            try child.save()
            try parent.save()
            try await PairPromises.expectPairs(bench, [:])
        },
        promise("A parent's pairs are whole after it was refused to save what a child has deleted", .united) {
            bench in
            try await PairPromises.savePeople(bench, [:])
            let parent: ManagedContext = try bench.stack.makeContext(ContextOptions().merging(.error))
            let people = try parent.fetch(Person.all)
            try await bench.save { context in
                try context.existing(Person.self, 3).next = try context.existing(Person.self, 2)
            }
            let child = parent.makeChild(savingThrough)
            try child.delete(try child.existing(Person.self, 3))
            try expectError(.conflict, "the save of the child") { try child.save() }
            try expectEqual(people[2].next?.id, 2, "after 3")
            try expectEqual(people[1].previous?.id, 3, "before 2")
            try expectEqual(parent.hasChanges, false, "that the parent has changes")
        },
        promise("A parent's pairs are whole after it was refused to save what a child has paired", .united) {
            bench in
            try await PairPromises.savePeople(bench, [:])
            let parent: ManagedContext = try bench.stack.makeContext(ContextOptions().merging(.error))
            let people = try parent.fetch(Person.all)
            people[2].age = 33
            try await bench.save { context in
                try context.existing(Person.self, 3).next = try context.existing(Person.self, 2)
            }
            let child = parent.makeChild(savingThrough)
            try child.existing(Person.self, 3).next = try child.existing(Person.self, 4)
            try expectError(.conflict, "the save of the child") { try child.save() }
            try expectEqual(people[2].next?.id, 2, "after 3")
            try expectEqual(people[1].previous?.id, 3, "before 2")
            try expectEqual(people[3].previous?.id, nil, "before 4")
            try expectEqual(parent.updatedObjects.map(\.erasedKey), [.integer(3)], "changed objects")
        },
    ]

    /// The options of a child whose saves go through to the stores, unless others have changed what they write.
    private static var savingThrough: ContextOptions {
        var options = ContextOptions().merging(.error)
        options.savesThroughParent = true
        return options
    }
}
