import FoundationEssentials
import Granary

/// Objects are notified of the saves that write them, and their changes in the hooks are saved with them.
enum HookPromises: PromiseList {
    static let category = ConformanceCategory.rules
    static let areAboutContent = true

    static var promises: [ConformancePromise] {
        calls + everywhere(changes, in: [.united, .apart]) + endings
    }

    private static let calls: [ConformancePromise] = [
        ruled("A new object is told before it is inserted, before it is saved, and when it is saved") {
            context, _ in
            let slip = try RuleScene.slip(9, in: context)
            try expectEqual(slip.heard, [], "calls before the save")
            try context.save()
            try expectEqual(slip.heard, ["willInsert insert", "willSave insert", "didSave insert"], "calls")
        },
        ruled("A changed object is told before it is saved and when it is, at each save that writes it") {
            context, _ in
            let slip = try context.existing(Slip.self, 1)
            slip.heard = []
            for count in 1...2 {
                slip.count = count
                try context.save()
            }
            let calls = ["willSave update", "didSave update"]
            try expectEqual(slip.heard, calls + calls, "calls")
        },
        ruled("A deleted object is told before it is deleted, with its values, and when it is gone") {
            context, _ in
            let slip = try context.existing(Slip.self, 1)
            slip.heard = []
            var text = ""
            slip.act = { hook, slip, _ in if hook == "willDelete" { text = slip.text } }
            try context.delete(slip)
            try context.save()
            try expectEqual(slip.heard, ["willDelete delete", "didSave delete"], "calls")
            try expectEqual(text, "slip 1", "the text in the hook")
        },
        ruled("An object that a save does not write is told nothing") { context, _ in
            let (first, second) = (try context.existing(Slip.self, 1), try context.existing(Slip.self, 2))
            (first.heard, second.heard) = ([], [])
            first.count = 5
            let gone = try RuleScene.slip(9, in: context)
            try context.delete(gone)
            try context.save()
            try context.save()
            try expectEqual(second.heard, [], "calls of the unchanged one")
            try expectEqual(gone.heard, [], "calls of one that never was saved")
            try expectEqual(first.heard.count, 2, "calls of the changed one")
        },
        ruled("All objects of a save are told the same date, with which they can be stamped") {
            context, bench in
            let stamp: (String, Slip, ModelSave) -> Void = { hook, slip, save in
                if hook == "willSave" { slip.stamp = save.date }
            }
            let new = try RuleScene.slip(9, in: context, act: stamp)
            let old = try context.existing(Slip.self, 1)
            (old.act, old.count) = (stamp, 1)
            try context.save()
            try expect(new.stamp != nil && new.stamp == old.stamp, "the stamps differ, or there are none")
            try expectEqual(try bench.reader().existing(Slip.self, 1).stamp, old.stamp, "the stored stamp")
        },
    ]

    private static let changes: [ConformancePromise] = [
        ruled("What a hook changes in its own object is saved in the same save") { context, bench in
            let slip = try context.existing(Slip.self, 1)
            slip.act = { hook, slip, _ in if hook == "willSave" { slip.note = "told of \(slip.text)" } }
            slip.text = "first"
            try context.save()
            try expect(!context.hasChanges, "changes are left")
            try expectEqual(
                try bench.reader().existing(Slip.self, 1).note, "told of first", "the stored note")
        },
        ruled("What a hook changes in other objects is saved in the same save, also in another store") {
            context, bench in
            let slip = try context.existing(Slip.self, 1)
            slip.act = { hook, slip, _ in
                if hook == "willSave" { slip.parcel?.depot?.name = "seen by \(slip.count)" }
            }
            slip.count = 7
            try context.save()
            try expectEqual(try bench.reader().existing(Depot.self, "A").name, "seen by 7", "the stored name")
        },
        ruled("Objects that a hook inserts are told in turn, and saved in the same save") { context, bench in
            var inserted: Slip?
            let slip = try context.existing(Slip.self, 1)
            slip.act = { hook, slip, save in
                guard hook == "willSave", inserted == nil else { return }
                let new = Slip(id: 20, text: "from a hook")
                (new.parcel, inserted) = (slip.parcel, new)
                try save.context.insert(new)
            }
            slip.count = 1
            try context.save()
            try expectEqual(
                inserted?.heard, ["willInsert insert", "willSave insert", "didSave insert"],
                "calls of the new one")
            try expectEqual(try bench.reader().existing(Slip.self, 20).text, "from a hook", "the stored text")
        },
        ruled("Objects that a hook deletes are told, and deleted in the same save with what they take along")
        {
            context, bench in
            let (slip, other) = (try context.existing(Slip.self, 1), try context.existing(Slip.self, 2))
            other.heard = []
            slip.act = { hook, _, save in
                guard hook == "willSave" else { return }
                if let parcel = try save.context.object(Parcel.self, 2) { try save.context.delete(parcel) }
            }
            slip.count = 1
            try context.save()
            try expectEqual(other.heard, ["willDelete delete", "didSave delete"], "calls of the other one")
            try expectEqual(try bench.reader().fetch(Slip.all).map(\.id), [1], "slips")
        },
        ruled("Objects that a delete rule reaches are told before they are deleted") { context, _ in
            let slips = try context.fetch(Slip.all)
            for slip in slips { slip.heard = [] }
            try context.delete(try context.existing(Depot.self, "A"))
            try context.save()
            try expectEqual(
                slips.map(\.heard), Array(repeating: ["willDelete delete", "didSave delete"], count: 2),
                "calls")
        },
        ruled("A hook before a deletion can change what remains") { context, bench in
            let slip = try context.existing(Slip.self, 1)
            slip.act = { hook, slip, save in
                guard hook == "willDelete" else { return }
                try save.context.object(Slip.self, 2)?.note = "instead of \(slip.text)"
            }
            try context.delete(slip)
            try context.save()
            let stored = try bench.reader().fetch(Slip.all).map(\.note)
            try expectEqual(stored, ["instead of slip 1"], "stored notes")
        },
        ruled("A hook's queries see the unsaved changes of its context") { context, _ in
            let slip = try context.existing(Slip.self, 1)
            var counts: [Int] = []
            slip.act = { hook, _, save in
                if hook == "willSave" { counts.append(try save.context.count(Slip.where { $0.count == 3 })) }
            }
            slip.count = 3
            try context.existing(Slip.self, 2).count = 3
            try context.save()
            try expectEqual(counts, [2], "slips in the hook")
        },
    ]

    private static let endings: [ConformancePromise] = [
        ruled("What an object changes when it is saved belongs to the next save") { context, bench in
            let slip = try context.existing(Slip.self, 1)
            slip.act = { hook, slip, _ in if hook == "didSave" { slip.note = "after \(slip.count)" } }
            slip.count = 1
            try context.save()
            try expect(context.hasChanges, "nothing is left to save")
            try expectEqual(try bench.reader().existing(Slip.self, 1).note, nil, "the stored note")
            try context.save()
            try expectEqual(try bench.reader().existing(Slip.self, 1).note, "after 1", "the stored note")
        },
        ruled("An object is not told that it is saved by a save that was refused") { context, _ in
            let slip = try context.existing(Slip.self, 1)
            slip.heard = []
            slip.text = "much too long for it"
            _ = try RuleScene.broken(context)
            try expectEqual(slip.heard, ["willSave update"], "calls of the refused save")
            slip.text = "short"
            try context.save()
            try expectEqual(
                slip.heard, ["willSave update", "willSave update", "didSave update"], "calls of both saves")
        },
        ruled("What hooks change keeps the rules") { context, bench in
            let slip = try context.existing(Slip.self, 1)
            slip.act = { hook, slip, _ in if hook == "willSave" { slip.text = "much too long for it" } }
            slip.count = 1
            try expectEqual(try RuleScene.broken(context), ["Slip.text: length(...12)"], "broken rules")
            try expectEqual(try bench.reader().existing(Slip.self, 1).count, 0, "the stored count")
        },
        ruled("An error that a hook throws ends the save as it is, and nothing is written") {
            context, bench in
            let slip = try context.existing(Slip.self, 1)
            slip.act = { hook, _, _ in
                if hook == "willSave" { throw GranaryError(.unavailable, "The hook says no.") }
            }
            (slip.count, try context.existing(Slip.self, 2).count) = (1, 2)
            let error = try expectError(.unavailable, "the save") { try context.save() }
            try expectEqual(error.message, "The hook says no.", "the message")
            try expectEqual(try bench.reader().fetch(Slip.all).map(\.count), [0, 0], "stored counts")
            slip.act = nil
            try context.save()
            try expectEqual(try bench.reader().fetch(Slip.all).map(\.count), [1, 2], "stored counts")
        },
    ]
}
