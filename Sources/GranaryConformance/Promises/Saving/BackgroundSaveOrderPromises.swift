import Granary

/// How a save in the background waits, fails and ends.
enum BackgroundSaveOrderPromises: PromiseList {
    static let category = ConformanceCategory.unitOfWork

    static var promises: [ConformancePromise] {
        everywhere(turns + failures, in: [.united, .apart]) + life + parents
    }

    /// Makes a promise about a stack with one thread for work that contains the library, in separate stores.
    private static func promise(
        _ name: String, by strategy: any ContextStrategy = .direct,
        with change: @escaping @Sendable (inout StackSettings) -> Void = { _ in },
        _ body: @escaping @Sendable @MainActor (PersistentStack) async throws -> Void
    ) -> ConformancePromise {
        promise(name) { bench in
            try await bench.withOneWorker(strategy: strategy, changing: change, body)
        }
    }

    private static let turns: [ConformancePromise] = [
        promise("A second save in the background waits for the first, and save refuses to") { stack in
            let main = try stack.mainContext
            let red = try main.existing(Tag.self, "red")
            red.weight = 1
            var second: Task<Void, any Error>?
            try await stack.saveHeld(main) { _ in
                try expectError(.invalidObject, "the save") { try main.save() }
                try expectError(.invalidObject, "the batch") { _ = try main.deleteAll(Tag.all) }
                try expectError(.invalidObject, "refreshing") { try main.refresh(red) }
                red.weight = 2
                second = Task { @MainActor in try await main.saveInBackground() }
            }
            try await second?.value
            try expect(!main.hasChanges, "changes are left")
            try expectEqual(try stack.weight("red"), 2, "the stored weight")
            red.weight = 3
            try main.save()
            try expectEqual(try stack.weight("red"), 3, "the final stored weight")
        },
        promise("A save in the background that is cancelled before its commit has not happened") { stack in
            let main = try stack.mainContext
            let red = try main.existing(Tag.self, "red")
            red.weight = 1
            try await expectErrorAsync(.cancelled, "the save") {
                try await stack.saveHeld(main) { cancel in
                    cancel()
                    red.weight = 2
                }
            }
            try expectEqual(main.changes.savedSnapshot(of: red)?.weight, -1, "the saved weight")
            try expectEqual(try stack.weight("red"), -1, "the stored weight")
            try await main.saveInBackground()
            try expectEqual(try stack.weight("red"), 2, "the weight stored afterwards")
        },
    ]

    private static let failures: [ConformancePromise] = [
        promise("A save in the background that is refused leaves all unsaved, with later edits") { stack in
            let main = try stack.mainContext
            let red = try main.existing(Tag.self, "red")
            red.weight = 1
            let seats = (1...2).map { Seat(id: $0, label: "same") }
            for seat in seats { try main.insert(seat) }
            try await expectErrorAsync(.constraint, "the save") {
                try await stack.saveHeld(main) { _ in red.weight = 2 }
            }
            try expectEqual(main.changes.inserted.count, 2, "objects to insert")
            try expectEqual(main.changes.savedSnapshot(of: red)?.weight, -1, "the saved weight")
            try expectEqual(try stack.weight("red"), -1, "the stored weight")
            seats[1].label = "another"
            try await main.saveInBackground()
            try expect(!main.hasChanges, "changes are left")
            try expectEqual(try stack.weight("red"), 2, "the final stored weight")
            try expectEqual(try stack.reading { try $0.count(Seat.all) }, 2, "seats")
        },
        promise("A save in the background settles conflicts by the merge policy") { stack in
            let main = try stack.mainContext
            let book = try main.existing(Book.self, 1)
            (book.title, book.pages) = ("mine", 7)
            try await stack.saveHeld(main) { _ in
                let other = try stack.makeContext()
                try other.existing(Book.self, 1).title = "theirs"
                try other.save()
            }
            try expect(!main.hasChanges, "changes are left")
            try expectEqual(book.title, "theirs", "the title")
            let stored = try stack.reading { try $0.existing(Book.self, 1) }
            try expectEqual(stored.title, "theirs", "the stored title")
            try expectEqual(stored.pages, 7, "the stored pages")
        },
        promise("A conflict that the merge policy does not settle is the error of the save in the background")
        {
            stack in
            let context = try stack.makeContext()
            let red = try context.existing(Tag.self, "red")
            red.weight = 1
            let error = try await expectErrorAsync(.conflict, "the save") {
                try await stack.saveHeld(context) { _ in try stack.weigh("red", 77) }
            }
            try expectEqual(error.conflicts.map(\.entity), ["Tag"], "conflicts")
            try expect(context.hasChanges, "the changes are gone")
            try expectEqual(try stack.weight("red"), 77, "the stored weight")
            context.rollback()
            try expectEqual(red.weight, 77, "the weight after the rollback")
        },
    ]

    private static let life: [ConformancePromise] = [
        promise("A context that is reset during a save in the background has saved all the same") { stack in
            let main = try stack.mainContext
            try main.existing(Tag.self, "red").weight = 1
            try await stack.saveHeld(main) { _ in
                main.reset()
                try expectEqual(try main.existing(Tag.self, "red").weight, -1, "the weight after the reset")
            }
            try expect(!main.hasChanges, "changes are left")
            try expectEqual(try stack.weight("red"), 1, "the stored weight")
            try expectEqual(try main.fetch(Tag.where { $0.word == "red" }).map(\.weight), [1], "the weight")
        },
        promise(
            "A context that is reset during a save in the background learns of the conflict that ended it"
        ) {
            stack in
            let main = try stack.mainContext
            try main.existing(Tag.self, "red").weight = 1
            let error = try await expectErrorAsync(.conflict, "the save") {
                try await stack.saveHeld(main) { _ in
                    try stack.weigh("red", 77)
                    main.reset()
                }
            }
            try expect(error.message.contains("lost"), "the message: \(error.message)")
            try expectEqual(try stack.weight("red"), 77, "the stored weight")
        },
        promise("A save in the background whose stack is suspended meanwhile waits") { stack in
            let main = try stack.mainContext
            try main.existing(Tag.self, "red").weight = 1
            var found: Task<Int?, any Error>?
            try await stack.saveHeld(main) { _ in
                let suspending = Task { try await stack.suspend(lettingReadsThrough: true) }
                while stack.isReady { await Task.yield() }
                found = Task { @MainActor in
                    try await suspending.value
                    for _ in 0..<100 { await Task.yield() }
                    let weight = try stack.weight("red")
                    stack.resume()
                    return weight
                }
            }
            try expectEqual(try await found?.value, -1, "the weight stored while it waited")
            try expectEqual(try stack.weight("red"), 1, "the stored weight")
        },
        promise(
            "A main context that is for reading does not save in the background",
            with: { $0.mainContextIsReadOnly = true }
        ) { stack in
            let main = try stack.mainContext
            try main.existing(Tag.self, "red").weight = 1
            try await expectErrorAsync(.unsupported, "the save") { try await main.saveInBackground() }
            let editor = main.makeChild(.editor)
            try editor.existing(Tag.self, "blue").weight = 1
            try await expectErrorAsync(.unsupported, "the editor's save") {
                try await editor.saveInBackground()
            }
            try expectEqual(try main.existing(Tag.self, "blue").weight, 3, "the weight in the main context")
            stack.isMainContextReadOnly = false
            try await editor.saveInBackground()
            try expectEqual([try stack.weight("red"), try stack.weight("blue")], [1, 1], "stored weights")
        },
    ]

    private static let parents: [ConformancePromise] = [
        promise("Mixed, a save in the background goes through the root to the stores", by: .mixed) { stack in
            let main = try stack.mainContext
            let red = try main.existing(Tag.self, "red")
            red.weight = 1
            try main.insert(Tag(word: "new"))
            try await stack.saveHeld(main) { _ in
                red.weight = 2
                try expectEqual(
                    try main.fetch(Tag.all).map(\.word), ["blue", "green", "new", "red", "unused"],
                    "tags meanwhile")
            }
            try expectEqual(main.changes.savedSnapshot(of: red)?.weight, 1, "the saved weight")
            try expect(main.parent?.hasChanges == false, "the root has changes")
            try expectEqual(try stack.weight("red"), 1, "the stored weight")
            try await main.saveInBackground()
            try expect(!main.hasChanges, "changes are left")
            try expectEqual(try stack.weight("red"), 2, "the final stored weight")
        },
        promise("Mixed, a save in the background that is refused leaves the root without changes", by: .mixed)
        {
            stack in
            let main = try stack.mainContext
            let red = try main.existing(Tag.self, "red")
            red.weight = 1
            let seats = (1...2).map { Seat(id: $0, label: "same") }
            for seat in seats { try main.insert(seat) }
            for _ in 0..<2 {
                try await expectErrorAsync(.constraint, "the save") {
                    try await stack.saveHeld(main) { _ in red.weight = 2 }
                }
                try expect(main.parent?.hasChanges == false, "the root has changes")
                try expectEqual(main.changes.inserted.count, 2, "objects to insert")
            }
            seats[1].label = "another"
            try await main.saveInBackground()
            try expectEqual(try stack.weight("red"), 2, "the stored weight")
            try expectEqual(try stack.reading { try $0.count(Seat.all) }, 2, "seats")
        },
        promise("An editor of an editor saves in the background through both", by: .mixed) { stack in
            let main = try stack.mainContext
            let red = try main.existing(Tag.self, "red")
            let middle = main.makeChild(.editor)
            try middle.existing(Tag.self, "blue").weight = 5
            let editor = middle.makeChild(.editor)
            try editor.existing(Tag.self, "red").weight = 6
            try await editor.saveInBackground()
            try expect(!editor.hasChanges && !middle.hasChanges && !main.hasChanges, "changes are left")
            try expectEqual(red.weight, 6, "the weight in the main context")
            try expectEqual([try stack.weight("blue"), try stack.weight("red")], [5, 6], "stored weights")
        },
        promise("An editor whose save in the background is refused leaves its changes to its parent") {
            stack in
            let main = try stack.mainContext
            let editor = main.makeChild(.editor)
            let seats = (1...2).map { Seat(id: $0, label: "same") }
            for seat in seats { try editor.insert(seat) }
            try await expectErrorAsync(.constraint, "the save") { try await editor.saveInBackground() }
            try expect(!editor.hasChanges && main.hasChanges, "the changes are elsewhere")
            try main.existing(Seat.self, 2).label = "another"
            try await main.saveInBackground()
            try expectEqual(try stack.reading { try $0.count(Seat.all) }, 2, "seats")
        },
        promise("Nested units of work wait for a save of the main context in the background", by: .nested) {
            stack in
            let main = try stack.mainContext
            try main.existing(Tag.self, "red").weight = 1
            let saving = Task { @MainActor in try await main.saveInBackground() }
            // On a busy machine it may have ended before it is seen to have begun.
            while !main.isSavingInBackground, main.hasChanges { await Task.yield() }
            try await stack.perform { context in
                try context.existing(Tag.self, "blue").weight = 2
                try context.save()
            }
            try await saving.value
            try expectEqual([try stack.weight("red"), try stack.weight("blue")], [1, 2], "stored weights")
        },
    ]
}
