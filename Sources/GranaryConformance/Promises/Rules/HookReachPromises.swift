import Granary

/// Hooks with children, undo and rollbacks; and batches, which call none.
enum HookReachPromises: PromiseList {
    static let category = ConformanceCategory.rules
    static let areAboutContent = true

    static var promises: [ConformancePromise] {
        undoing + everywhere(children, in: [.united, .apart]) + batches
    }

    /// Notes the text of the slip in its note.
    private static func note(_ hook: String, _ slip: Slip, _ save: ModelSave) {
        if hook == "willSave" { slip.note = slip.text }
    }

    private static let undoing: [ConformancePromise] = [
        ruled("A rollback after a refused save takes back what hooks have changed") { context, _ in
            let (slip, other) = (try context.existing(Slip.self, 1), try context.existing(Slip.self, 2))
            slip.act = { hook, slip, save in
                guard hook == "willSave" else { return }
                (slip.note, other.note) = ("from a hook", "from a hook")
            }
            slip.text = "much too long for it"
            _ = try RuleScene.broken(context)
            context.rollback()
            try expectEqual([slip.text, slip.note, other.note], ["slip 1", nil, nil], "texts")
            try expect(!context.hasChanges, "changes are left")
        },
        ruled("What a hook has changed is undone with what it was called for, and done again") {
            context, bench in
            context.history.levels = 10
            let slip = try context.existing(Slip.self, 1)
            slip.act = note
            slip.text = "second"
            try context.save()
            try expectEqual(slip.note, "second", "the note")
            slip.act = nil
            try expect(try context.history.undo(), "nothing was undone")
            try expectEqual([slip.text, slip.note], ["slip 1", nil], "what is undone")
            try context.save()
            try expect(try context.history.redo(), "nothing was done again")
            try context.save()
            let stored = try bench.reader().existing(Slip.self, 1)
            try expectEqual([stored.text, stored.note], ["second", "second"], "what is done again")
        },
        ruled("What a hook changes in the save after undoing leaves the other steps as they are") {
            context, bench in
            context.history.levels = 10
            let slip = try context.existing(Slip.self, 1)
            /// Saves with a hook that changes the slip in each save, such as to the time.
            func save(_ stamp: String) throws {
                slip.act = { hook, slip, _ in if hook == "willSave" { slip.note = stamp } }
                try context.save()
            }
            func expectState(_ text: String, _ note: String, _ undo: String?, _ redo: String?) throws {
                try expectEqual([slip.text, slip.note], [text, note], "the slip")
                try expectEqual(
                    [context.history.undoName, context.history.redoName], [undo, redo], "the steps")
            }
            context.history.step(named: "One") { slip.text = "one" }
            try save("a")
            context.history.step(named: "Two") { slip.text = "two" }
            try save("b")
            try context.history.undo()
            try save("c")
            try expectState("one", "c", "One", "Two")
            try context.history.undo()
            try save("d")
            try expectState("slip 1", "d", nil, "One")
            try context.history.redo()
            try save("e")
            try expectState("one", "e", "One", "Two")
            try context.history.redo()
            try expectState("two", "b", "Two", nil)
        },
        promise("Random steps are undone and done again under a hook that changes something in each save") {
            bench in
            try await bench.withOneWorker { stack in
                let main = try stack.mainContext
                try RuleScene.fill(main)
                try main.save()
                let effort = ConformanceEffort.current
                for seed in effort.seed.map({ [$0] }) ?? Array(1...(effort.isLong ? 200 : 5)) {
                    try await StampedSteps(seed, in: stack).run()
                }
            }
        },
        ruled("What a hook has changed belongs to the step that was ended before the save") {
            context, bench in
            context.history.levels = 10
            let slip = try context.existing(Slip.self, 1)
            slip.act = note
            context.history.step(named: "Write") { slip.text = "second" }
            try context.save()
            try expectEqual(context.history.undoName, "Write", "the step to undo")
            slip.act = nil
            try expect(try context.history.undo(), "nothing was undone")
            try expectEqual([slip.text, slip.note], ["slip 1", nil], "what is undone")
            try expect(!context.history.canUndo, "another step is left")
            try expect(try context.history.redo(), "nothing was done again")
            try expectEqual([slip.text, slip.note], ["second", "second"], "what is done again")
            try context.save()
            // Nothing is left of a step that a hook puts back.
            slip.act = { hook, slip, _ in if hook == "willSave" { slip.text = "second" } }
            context.history.step(named: "Write again") { slip.text = "third" }
            try context.save()
            try expectEqual(context.history.undoName, "Write", "the step to undo at the end")
        },
    ]

    private static let children: [ConformancePromise] = [
        ruled("Objects of a child are told at its save, and those of its parent at the parent's") {
            context, bench in
            let slip = try context.existing(Slip.self, 1)
            let child = context.makeChild(.child)
            let copy = try child.existing(Slip.self, 1)
            (slip.heard, copy.heard, copy.act) = ([], [], note)
            copy.text = "second"
            try child.save()
            // The note that its hook writes is reported too.
            try expectEqual(
                copy.heard, ["willSave update", "willSave update", "didSave update"], "calls in the child")
            try expectEqual(slip.heard, [], "calls in the parent")
            try expectEqual(slip.note, "second", "the note in the parent")
            try context.save()
            try expectEqual(slip.heard, ["willSave update", "didSave update"], "calls in the parent")
            try expectEqual(try bench.reader().existing(Slip.self, 1).note, "second", "the stored note")
        },
        ruled("An editor's save tells its own objects and those of its parent, down to the stores") {
            context, bench in
            let slip = try context.existing(Slip.self, 1)
            slip.heard = []
            slip.act = { hook, slip, _ in if hook == "willSave" { slip.count = 3 } }
            let editor = context.makeChild(.editor)
            let copy = try editor.existing(Slip.self, 1)
            copy.heard = []
            copy.text = "second"
            try editor.save()
            try expectEqual(copy.heard, ["willSave update", "didSave update"], "calls in the editor")
            try expectEqual(
                slip.heard, ["willSave update", "willSave update", "didSave update"], "calls in the parent")
            try expectEqual(try bench.reader().existing(Slip.self, 1).count, 3, "the stored count")
        },
    ]

    private static let batches: [ConformancePromise] = [
        ruled("A batch update calls no hook") { context, _ in
            let slip = try context.existing(Slip.self, 1)
            slip.heard = []
            slip.act = { _, _, _ in throw GranaryError(.unavailable, "A hook was called.") }
            try expectEqual(try context.updateAll(Slip.all) { $0.count.set(to: 4) }, 2, "changed rows")
            try expectEqual(slip.heard, [], "calls")
        },
        ruled("A batch deletion calls no hook, also where delete rules load objects") { context, bench in
            let slips = try context.fetch(Slip.all)
            for slip in slips {
                slip.heard = []
                slip.act = { _, _, _ in throw GranaryError(.unavailable, "A hook was called.") }
            }
            try context.deleteAll(Slip.where { $0.id == 1 })
            try context.deleteAll(Parcel.all)
            try expectEqual(slips.map(\.heard), [[], []], "calls")
            try expectEqual(try bench.reader().count(Slip.all), 0, "slips")
        },
        ruled("A snapshot, a list or JSON that changes an object calls its hooks at the save") { context, _ in
            let slip = try context.existing(Slip.self, 1)
            slip.heard = []
            var snapshot = slip.snapshot
            snapshot.count = 1
            try context.apply(snapshot)
            try context.save()
            snapshot.count = 2
            try context.upsert([snapshot])
            try context.save()
            try context.apply(json: #"{"count": 3}"#, to: slip.objectID)
            try context.save()
            let calls = ["willSave update", "didSave update"]
            try expectEqual(slip.heard, calls + calls + calls, "calls")
        },
    ]
}
