import Granary

/// Both switches of a running stack hold for saves in the background too.
enum SwitchedSavePromises: PromiseList {
    static let category = ConformanceCategory.tasks

    static var promises: [ConformancePromise] { writing + merging }

    /// Makes a promise about a stack with one thread for work that contains the library, in separate stores.
    private static func promise(
        _ name: String, _ body: @escaping @Sendable @MainActor (PersistentStack) async throws -> Void
    ) -> ConformancePromise {
        promise(name) { bench in try await bench.withOneWorker(body) }
    }

    private static let writing: [ConformancePromise] = [
        promise("A main context that is for reading refuses to save in the background, and loses nothing") {
            stack in
            let main = try stack.mainContext
            let red = try main.existing(Tag.self, "red")
            red.weight = 5
            stack.isMainContextReadOnly = true
            try await expectErrorAsync(.unsupported, "the save") { try await main.saveInBackground() }
            try expectEqual(main.changes.properties(of: red), ["weight"], "changed properties")
            try expectEqual(try stack.weight("red"), -1, "the stored weight")
            stack.isMainContextReadOnly = false
            try await main.saveInBackground()
            try expectEqual(try stack.weight("red"), 5, "the final stored weight")
        },
        promise("An editor of a main context that is for reading cannot save in the background") { stack in
            let editor = try stack.editorContext()
            try editor.existing(Tag.self, "red").weight = 5
            stack.isMainContextReadOnly = true
            try await expectErrorAsync(.unsupported, "the save") { try await editor.saveInBackground() }
            try expect(try !stack.mainContext.hasChanges && editor.hasChanges, "changes have moved")
            try expectEqual(try stack.weight("red"), -1, "the stored weight")
            stack.isMainContextReadOnly = false
            try await editor.saveInBackground()
            try expectEqual(try stack.weight("red"), 5, "the final stored weight")
        },
        promise("A main context that becomes read-only during its save in the background has saved") {
            stack in
            let main = try stack.mainContext
            let red = try main.existing(Tag.self, "red")
            red.weight = 5
            try await stack.saveHeld(main) { _ in stack.isMainContextReadOnly = true }
            try expect(!main.hasChanges, "changes are left")
            try expectEqual(try stack.weight("red"), 5, "the stored weight")
            red.weight = 6
            try await expectErrorAsync(.unsupported, "the next save") { try await main.saveInBackground() }
            try expectEqual(try stack.weight("red"), 5, "the final stored weight")
        },
    ]

    private static let merging: [ConformancePromise] = [
        promise("What is saved in the background while merging is off is merged once it is on") { stack in
            let (main, other) = (try stack.mainContext, try stack.makeContext())
            let held = try other.existing(Tag.self, "red")
            stack.mergesAutomatically = false
            try main.existing(Tag.self, "red").weight = 77
            try await main.saveInBackground()
            try other.insert(Tag(word: "one"))
            try other.save()
            try expectEqual(held.weight, -1, "the weight while merging is off")
            stack.mergesAutomatically = true
            try other.insert(Tag(word: "two"))
            try other.save()
            try expectEqual(held.weight, 77, "the weight once merging is on")
        },
        promise("A save in the background settles conflicts while merging is off") { stack in
            stack.mergesAutomatically = false
            let main = try stack.mainContext
            let (red, blue) = (try main.existing(Tag.self, "red"), try main.existing(Tag.self, "blue"))
            try stack.weigh("red", 77)
            (red.weight, blue.weight) = (5, 5)
            try await main.saveInBackground()
            try expect(!main.hasChanges, "changes are left")
            try expectEqual([red.weight, blue.weight], [77, 5], "weights in the main context")
            try expectEqual([try stack.weight("red"), try stack.weight("blue")], [77, 5], "stored weights")
        },
    ]
}
