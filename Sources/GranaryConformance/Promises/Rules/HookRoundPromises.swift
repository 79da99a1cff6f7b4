import Granary

/// Hooks that change objects again and again come to an end, and none of them saves.
enum HookRoundPromises: PromiseList {
    static let category = ConformanceCategory.rules
    static let areAboutContent = true

    static var promises: [ConformancePromise] { rounds + refusals }

    private static let rounds: [ConformancePromise] = [
        ruled("A hook that always changes its object is an error after some rounds, which names the model") {
            context, bench in
            let slip = try context.existing(Slip.self, 1)
            slip.heard = []
            slip.act = { hook, slip, _ in if hook == "willSave" { slip.count += 1 } }
            slip.note = "a"
            let error = try expectError(.invalidObject, "the save") { try context.save() }
            try expectEqual(error.context.entity, "Slip", "the entity")
            try expect(error.message.contains("hooks of Slip"), "the message: \(error.message)")
            try expectEqual(slip.heard.count, 16, "rounds")
            try expectEqual(try bench.reader().existing(Slip.self, 1).note, nil, "the stored note")
            slip.act = nil
            try context.save()
            try expectEqual(try bench.reader().existing(Slip.self, 1).note, "a", "the stored note")
        },
        ruled("Hooks that change each other's objects for ever are an error") { context, bench in
            let slips = try context.fetch(Slip.all)
            for (slip, other) in [(slips[0], slips[1]), (slips[1], slips[0])] {
                slip.act = { hook, _, _ in if hook == "willSave" { other.count += 1 } }
            }
            slips[0].note = "a"
            try expectError(.invalidObject, "the save") { try context.save() }
            try expectEqual(try bench.reader().fetch(Slip.all).map(\.count), [0, 0], "stored counts")
        },
        ruled("A hook that inserts an object with such a hook for ever is an error") { context, bench in
            func chain(_ hook: String, _ slip: Slip, _ save: ModelSave) throws {
                guard hook == "willInsert" else { return }
                let next = Slip(id: slip.id + 1)
                (next.parcel, next.act) = (slip.parcel, chain)
                try save.context.insert(next)
            }
            _ = try RuleScene.slip(100, in: context, act: chain)
            try expectError(.invalidObject, "the save") { try context.save() }
            try expectEqual(try bench.reader().count(Slip.all), 2, "slips")
            context.rollback()
            try context.save()
        },
        ruled("A chain of changes through several objects is saved as a whole") { context, bench in
            for id in 3...8 { _ = try RuleScene.slip(id, in: context) }
            try context.save()
            let slips = try context.fetch(Slip.all)
            for (slip, next) in zip(slips, slips.dropFirst()) {
                slip.act = { hook, slip, _ in if hook == "willSave" { next.count = slip.count + 1 } }
            }
            slips[0].count = 1
            try context.save()
            try expectEqual(try bench.reader().fetch(Slip.all).map(\.count), Array(1...8), "stored counts")
        },
        ruled("An object is told again when a conflict that a policy settles has changed it") { _, bench in
            var options = ContextOptions()
            options.mergePolicy = .perProperty
            let context = try bench.stack.makeContext(options)
            let slip = try context.existing(Slip.self, 1)
            slip.act = { hook, slip, _ in if hook == "willSave" { slip.note = "\(slip.text) \(slip.count)" } }
            let other = try bench.reader()
            try other.existing(Slip.self, 1).count = 5
            try other.save()
            slip.text = "mine"
            try context.save()
            let stored = try bench.reader().existing(Slip.self, 1)
            try expectEqual([stored.text, stored.note], ["mine", "mine 5"], "stored text and note")
        },
    ]

    private static let refusals: [ConformancePromise] = [
        ruled("Saving inside a hook is refused, and the save that called it goes on") { context, bench in
            let slip = try context.existing(Slip.self, 1)
            slip.heard = []
            slip.act = { hook, slip, save in
                let error = try expectError(.invalidObject, "a save in \(hook)") { try save.context.save() }
                try expect(error.message.contains("hook"), "the message: \(error.message)")
                try expectError(.invalidObject, "saving the context itself") { try context.save() }
                if hook == "didSave" { slip.heard.append("refused") }
            }
            slip.count = 1
            try context.save()
            try expectEqual(slip.heard, ["willSave update", "didSave update", "refused"], "calls")
            try expectEqual(try bench.reader().existing(Slip.self, 1).count, 1, "the stored count")
        },
        ruled("A relationship that a hook could not load ends the save") { _, bench in
            var options = ContextOptions()
            options.strictLoading = true
            let context = try bench.stack.makeContext(options)
            let slip = try context.existing(Slip.self, 1)
            slip.act = { hook, slip, _ in if hook == "willSave" { slip.note = slip.parcel?.label ?? "none" } }
            slip.count = 1
            try expectError(.strictLoading, "the save") { try context.save() }
            try expectEqual(try bench.reader().existing(Slip.self, 1).count, 0, "the stored count")
        },
        ruled("A rule that is broken because a relationship could not be loaded is not what the save tells") {
            _, bench in
            var options = ContextOptions()
            options.strictLoading = true
            let context = try bench.stack.makeContext(options)
            let slip = try context.existing(Slip.self, 1)
            slip.act = { hook, slip, _ in
                if hook == "willSave" { slip.text = slip.parcel == nil ? "longer than the rule" : "short" }
            }
            slip.count = 1
            try expectError(.strictLoading, "the save") { try context.save() }
        },
        ruled("A batch inside a hook is refused") { context, bench in
            let slip = try context.existing(Slip.self, 1)
            var refused = 0
            slip.act = { _, _, save in
                try expectError(.invalidObject, "an update") {
                    try save.context.updateAll(Slip.all) { $0.count.set(to: 9) }
                }
                try expectError(.invalidObject, "a deletion") { try save.context.deleteAll(Slip.all) }
                refused += 1
            }
            slip.count = 1
            try context.save()
            try expectEqual(refused, 2, "refusals")
            try expectEqual(try bench.reader().fetch(Slip.all).map(\.count), [1, 0], "stored counts")
        },
        discarding("A rollback", "willSave") { $0.rollback() },
        discarding("A reset", "willInsert") { $0.reset() },
        discarding("An undo that ignores the refusal", "willDelete") { context in
            _ = try? context.history.undo()
            context.rollback()
        },
        ruled("What would discard changes and can throw is refused inside a hook, and the save goes on") {
            context, bench in
            context.history.levels = 5
            let slip = try context.existing(Slip.self, 1)
            slip.count = 1
            context.history.endStep()
            slip.act = { hook, slip, save in
                guard hook == "willSave" else { return }
                try expectError(.invalidObject, "undoing") { try save.context.history.undo() }
                try expectError(.invalidObject, "redoing") { try save.context.history.redo() }
                try expectError(.invalidObject, "refreshing") { try save.context.refresh(slip) }
            }
            try context.save()
            try expectEqual(try bench.reader().existing(Slip.self, 1).count, 1, "the stored count")
            try context.history.undo()
            try expectEqual(slip.count, 0, "the count after undoing outside of a hook")
        },
    ]

    /// A promise that, inside of a hook, a call that would discard a save's changes fails the save.
    private static func discarding(
        _ what: String, _ hook: String, _ call: @escaping @Sendable (Context) throws -> Void
    ) -> ConformancePromise {
        ruled("\(what) inside a hook is refused, and the save with it") { context, bench in
            let new = try RuleScene.slip(9, in: context)
            let (first, second) = (try context.existing(Slip.self, 1), try context.existing(Slip.self, 2))
            first.count = 7
            try context.delete(second)
            for slip in [new, first, second] {
                slip.act = { name, _, save in if name == hook { try call(save.context) } }
            }
            let error = try expectError(.invalidObject, "the save") { try context.save() }
            try expect(error.message.contains("hook"), "the error does not name the hook: \(error.message)")
            try expectEqual(first.count, 7, "the unsaved count")
            try expectEqual(try bench.reader().fetch(Slip.all).map(\.count), [0, 0], "stored counts")
            for slip in [new, first, second] { slip.act = nil }
            try context.save()
            try expectEqual(try bench.reader().fetch(Slip.all).map(\.count), [7, 0], "finally stored counts")
        }
    }
}
