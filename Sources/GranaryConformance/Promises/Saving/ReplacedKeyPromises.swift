import Granary

/// A key that is deleted and inserted again in one save belongs to one object at a time, for every outcome of the save.
enum ReplacedKeyPromises: PromiseList {
    static let category = ConformanceCategory.concurrency

    static var promises: [ConformancePromise] {
        pairs + everywhere(background, in: [.united, .apart])
    }

    private static let pairs: [ConformancePromise] = [
        undone("saved") { context in try context.save() },
        undone("not saved") { context in context.history.endStep() },
        promise("A pair of an object that is replaced twice and undone twice is consistent", .united) {
            bench in
            try await PairPromises.savePeople(bench, [1: 2])
            let context = try bench.stack.makeContext()
            context.history.levels = 5
            for partner in [3, 1] {
                try replaceTwo(in: context, after: partner)
                try context.save()
            }
            try await PairPromises.expectPairs(bench, [1: 2])
            for pairs in [[3: 2], [1: 2]] {
                try context.history.undo()
                try context.save()
                try await PairPromises.expectPairs(bench, pairs)
            }
            for pairs in [[3: 2], [1: 2]] {
                try context.history.redo()
                try context.save()
                try await PairPromises.expectPairs(bench, pairs)
            }
        },
        refreshed, heard,
        conflicting("the store", .storeWins, [1: 2], [3: 2]),
        conflicting("the store as a whole", .rollback, [1: 2], [3: 2]),
        conflicting("the program", .memoryWins, [3: 2], [3: 2]),
        conflicting("the program as a whole", .overwrite, [3: 2], [3: 2]),
    ]

    /// Replaces person 2 by a new one that comes after another one.
    @discardableResult
    private static func replaceTwo(in context: Context, after partner: Int?) throws -> Person {
        try context.delete(try context.existing(Person.self, 2))
        let heir = Person(id: 2, name: "heir")
        try context.insert(heir)
        heir.previous = try partner.map { try context.existing(Person.self, $0) }
        return heir
    }

    private static func undone(
        _ what: String, _ end: @escaping @Sendable (Context) throws -> Void
    ) -> ConformancePromise {
        promise("A pair is consistent after its object was replaced, \(what) and undone", .united) { bench in
            for partner in [1, 3, nil] {
                let place = "partner \(partner ?? 0)"
                let former = try bench.stack.makeContext()
                for person in try former.fetch(Person.all) { try former.delete(person) }
                try former.save()
                try await PairPromises.savePeople(bench, [1: 2])
                let context = try bench.stack.makeContext()
                context.history.levels = 5
                try replaceTwo(in: context, after: partner)
                try end(context)
                try context.history.undo()
                try expectEqual(try context.existing(Person.self, 1).next?.name, "2", place)
                try expectEqual(try context.existing(Person.self, 2).previous?.id, 1, place)
                try context.save()
                try await PairPromises.expectPairs(bench, [1: 2])
                try context.history.redo()
                try context.save()
                try await PairPromises.expectPairs(bench, partner.map { [$0: 2] } ?? [:])
            }
        }
    }

    private static let refreshed = promise(
        "A new object with the key of a deleted one does not inherit half of its pair", .united
    ) { bench in
        try await PairPromises.savePeople(bench, [1: 2])
        let context: Context = try bench.stack.makeContext()
        let first = try context.existing(Person.self, 1)
        let heir = try replaceTwo(in: context, after: nil)
        try context.refresh(first)
        try expectEqual(first.next?.id, nil, "the person after 1")
        try expectEqual(heir.previous?.id, nil, "the person before the new one")
        first.age = 11
        try context.save()
        try await PairPromises.expectPairs(bench, [:])
    }

    private static let heard = promise(
        "A new object with the key of a deleted one is not paired by what others save of it", .united
    ) { bench in
        try await PairPromises.savePeople(bench, [:])
        let context: Context = try bench.stack.makeContext(ContextOptions().merging(.memoryWins))
        let people = try context.fetch(Person.all)
        let heir = try replaceTwo(in: context, after: 4)
        try await bench.save { context in
            try context.existing(Person.self, 3).next = try context.existing(Person.self, 2)
        }
        try context.refreshAll()
        try expectEqual(people[2].next?.id, nil, "the person after 3")
        try expectEqual(heir.previous?.id, 4, "the person before the new one")
        try context.save()
        try await PairPromises.expectPairs(bench, [4: 2])
    }

    /// Replaces person 2 while others save a change of it, and pairs it again after the conflict.
    private static func conflicting(
        _ winner: String, _ policy: MergePolicy, _ settled: [Int: Int], _ later: [Int: Int]
    ) -> ConformancePromise {
        promise(
            "The pairs of an object that is replaced while others change it are consistent where \(winner) wins",
            .united
        ) { bench in
            try await PairPromises.savePeople(bench, [1: 2])
            let context = try bench.stack.makeContext(ContextOptions().merging(policy))
            _ = try context.fetch(Person.all)
            try replaceTwo(in: context, after: 3)
            try await bench.save { try $0.existing(Person.self, 2).age = 7 }
            try context.save()
            try await PairPromises.expectPairs(bench, settled)
            try context.existing(Person.self, 2).previous = try context.existing(Person.self, 3)
            try context.save()
            try await PairPromises.expectPairs(bench, later)
        }
    }

    // MARK: Saves in the background

    private static func promise(
        _ name: String, _ body: @escaping @Sendable @MainActor (PersistentStack) async throws -> Void
    ) -> ConformancePromise {
        promise(name) { bench in try await bench.withOneWorker(body) }
    }

    @MainActor private static func replaceUnused(in context: Context, _ weight: Int) throws -> Tag {
        try context.delete(try context.existing(Tag.self, "unused"))
        let tag = Tag(word: "unused", weight: weight)
        try context.insert(tag)
        return tag
    }

    private static let background: [ConformancePromise] = [
        promise("A rollback while a replaced key is saved leaves the new object, which is then stored") {
            stack in
            let main = try stack.mainContext
            let tag = try replaceUnused(in: main, 1)
            try await stack.saveHeld(main) { _ in
                main.rollback()
                try expect(main.hasChanges, "the context has no changes while they are saved")
                try expect(try main.object(Tag.self, "unused") === tag, "another object is found")
                try expect(try main.fetch(Tag.all).contains { $0 === tag }, "a fetch shows another object")
                try expectError(.constraint, "inserting the key again") {
                    try main.insert(Tag(word: "unused", weight: 5))
                }
            }
            try expect(!main.hasChanges, "changes are left")
            try expect(try main.object(Tag.self, "unused") === tag, "another object is found after the save")
            try expectEqual(try stack.weight("unused"), 1, "the stored weight")
            tag.weight = 2
            try main.save()
            try expectEqual(try stack.weight("unused"), 2, "the weight stored afterwards")
        },
        promise("A rollback while a key that was replaced again is saved leaves the object that is saved") {
            stack in
            let main = try stack.mainContext
            main.history.levels = 5
            let tag = try replaceUnused(in: main, 1)
            try await stack.saveHeld(main) { _ in
                let later = try replaceUnused(in: main, 2)
                try expect(try main.object(Tag.self, "unused") === later, "another object is found")
                main.rollback()
                try expect(try main.object(Tag.self, "unused") === tag, "another object is found later")
                try expectEqual(try main.fetch(Tag.all).filter { $0.word == "unused" }.count, 1, "tags")
            }
            try expect(!main.hasChanges, "changes are left")
            try expectEqual(try stack.weight("unused"), 1, "the stored weight")
        },
        promise("A replaced key stays deleted if its new object is deleted while a refused save writes it") {
            stack in
            let main = try stack.mainContext
            let old = try main.existing(Tag.self, "unused")
            let tag = try replaceUnused(in: main, 1)
            try await refuse(main, in: stack) {
                try main.delete(tag)
                try expect(try main.object(Tag.self, "unused") == nil, "a tag is found during the save")
            }
            try expect(try main.object(Tag.self, "unused") == nil, "a tag is found after the refused save")
            try expect(try main.fetch(Tag.all).allSatisfy { $0.word != "unused" }, "a fetch shows a tag")
            try expectEqual(main.changes.deleted.count, 1, "deleted objects")
            main.rollback()
            try expect(try main.object(Tag.self, "unused") === old, "the old tag is not back")
        },
        promise("A key that is replaced again while a refused save writes it leads back to the first object")
        {
            stack in
            let main = try stack.mainContext
            let old = try main.existing(Tag.self, "unused")
            _ = try replaceUnused(in: main, 1)
            var latest: Tag?
            try await refuse(main, in: stack) { latest = try replaceUnused(in: main, 2) }
            try expect(try main.object(Tag.self, "unused") === latest, "another object is found")
            try main.delete(try unwrap(latest, "the latest tag"))
            try expect(try main.object(Tag.self, "unused") == nil, "a tag is found")
            main.rollback()
            try expect(try main.object(Tag.self, "unused") === old, "the old tag is not back")
            try expectEqual(try main.fetch(Tag.all).filter { $0 === old }.count, 1, "tags")
        },
        promise("What is undone while a replaced key is saved is what the context shows and then stores") {
            stack in
            let main = try stack.mainContext
            main.history.levels = 5
            let old = try main.existing(Tag.self, "unused")
            _ = try replaceUnused(in: main, 1)
            try await stack.saveHeld(main) { _ in
                try expect(try main.history.undo(), "nothing to undo")
                try expect(try main.object(Tag.self, "unused") === old, "another object is found")
            }
            try expect(try main.object(Tag.self, "unused") === old, "another object is found after the save")
            try expectEqual(try stack.weight("unused"), 1, "the stored weight")
            try main.save()
            try expectEqual(try stack.weight("unused"), 9, "the finally stored weight")
        },
    ]

    /// Saves a context in the background, with two seats that the store refuses, and then leaves one of them out.
    @MainActor private static func refuse(
        _ main: Context, in stack: PersistentStack, _ meanwhile: @MainActor () throws -> Void
    ) async throws {
        let seats = (1...2).map { Seat(id: $0, label: "same") }
        for seat in seats { try main.insert(seat) }
        try await expectErrorAsync(.constraint, "the save") {
            try await stack.saveHeld(main) { _ in try meanwhile() }
        }
        for seat in seats { try main.delete(seat) }
    }
}
