import Granary

/// The settings of a stack apply to its contexts on every backend.
enum SettingPromises: PromiseList {
    static let category = ConformanceCategory.tasks

    static var promises: [ConformancePromise] {
        everywhere(merging + reading, in: [.united, .apart])
    }

    /// Makes a promise about a stack with given settings that contains the library.
    private static func promise(
        _ name: String, with change: @escaping @Sendable (inout StackSettings) -> Void,
        _ body: @escaping @Sendable @MainActor (PersistentStack) async throws -> Void
    ) -> ConformancePromise {
        promise(name) { bench in
            var settings = bench.harness.settings
            change(&settings)
            try await bench.withLibrary(settings: settings, body)
        }
    }

    private static let merging: [ConformancePromise] = [
        promise(
            "Without automatic merging objects stay as they are until they are read again",
            with: { $0.automaticMerge = false }
        ) { stack in
            let (main, context) = (try stack.mainContext, try stack.makeContext())
            let shown = try main.existing(Tag.self, "red")
            let held = try context.existing(Tag.self, "red")
            try stack.weigh("red", 77)
            await main.followed()
            try expectEqual(shown.weight, -1, "weight in the main context")
            try context.insert(Tag(word: "another"))
            try context.save()
            try expectEqual(held.weight, -1, "weight after a save of something else")
            try main.refreshAll()
            try context.refreshAll()
            try expectEqual([shown.weight, held.weight], [77, 77], "weights after the refresh")
        },
        promise(
            "Without automatic merging an object that others have changed is a conflict",
            with: { $0.automaticMerge = false }
        ) { stack in
            let context = try stack.makeContext()
            let held = try context.existing(Tag.self, "red")
            try stack.weigh("red", 77)
            try context.insert(Tag(word: "another"))
            try context.save()
            held.weight = 5
            try expectError(.conflict, "the save") { try context.save() }
            try expectEqual(try stack.weight("red"), 77, "the stored weight")
            context.rollback()
            try context.refreshAll()
            try expectEqual(held.weight, 77, "weight after the refresh")
            held.weight = 5
            try context.save()
            try expectEqual(try stack.weight("red"), 5, "the final stored weight")
        },
    ]

    private static let reading: [ConformancePromise] = [
        promise(
            "A main context that is for reading refuses to save and follows others",
            with: { $0.mainContextIsReadOnly = true }
        ) { stack in
            let main = try stack.mainContext
            let red = try main.existing(Tag.self, "red")
            red.weight = 500
            try expectError(.unsupported, "the save") { try main.save() }
            try expectEqual(try stack.weight("red"), -1, "the stored weight")
            main.rollback()
            try expectEqual(red.weight, -1, "weight after the rollback")
            try expectError(.unsupported, "deleting many") {
                _ = try main.deleteAll(Tag.where { $0.word == "unused" })
            }
            try expectError(.unsupported, "changing many") {
                _ = try main.updateAll(Tag.where { $0.word == "unused" }) { $0.weight.set(to: 1) }
            }
            try expectEqual(try stack.weight("unused"), 9, "the weight of another tag")
            try await stack.perform { context in
                try context.existing(Tag.self, "red").weight = 77
                try context.save()
            }
            await main.followed()
            try expectEqual(red.weight, 77, "the weight after merging")
        },
        promise(
            "An editor of a main context that is for reading cannot save",
            with: { $0.mainContextIsReadOnly = true }
        ) { stack in
            let main = try stack.mainContext
            let editor = main.makeChild(.editor)
            try editor.existing(Tag.self, "red").weight = 500
            try expectError(.unsupported, "the save") { try editor.save() }
            try expect(!main.hasChanges, "the main context has changes")
            try expectEqual(try main.existing(Tag.self, "red").weight, -1, "weight in the main context")
            try expectEqual(try stack.weight("red"), -1, "the stored weight")
        },
    ]
}
