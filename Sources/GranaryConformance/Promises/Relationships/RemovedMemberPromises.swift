import Granary

/// Removing a member deletes it at the save, where the relationship says so.
enum RemovedMemberPromises: PromiseList {
    static let category = ConformanceCategory.relationships
    static let areAboutContent = true

    static var promises: [ConformancePromise] {
        everywhere(removing + staying, in: [.united, .apart]) + undoing
    }

    private static let removing: [ConformancePromise] = [
        ruled("A member that was removed is deleted at the save, with what its delete rules reach") {
            context, bench in
            let depot = try context.existing(Depot.self, "A")
            let (parcel, slip) = (try context.existing(Parcel.self, 1), try context.existing(Slip.self, 1))
            slip.heard = []
            depot.parcels.remove(parcel)
            try expectEqual(try context.count(Parcel.all), 2, "parcels before the save")
            try expectEqual(try context.failures().map(\.description), [], "what a form shows")
            try expectEqual(try parcel.failures().map(\.description), [], "what a form of the parcel shows")
            try context.save()
            try expectEqual(slip.heard, ["willDelete delete", "didSave delete"], "calls of its slip's hooks")
            try expectEqual(depot.parcels.map(\.id), [2], "members")
            try expect(!context.hasChanges, "changes are left")
            let reader = try bench.reader()
            try expectEqual(try reader.fetch(Parcel.all).map(\.id), [2], "parcels")
            try expectEqual(try reader.fetch(Slip.all).map(\.id), [2], "slips")
        },
        ruled("Emptying the other side removes a member too, and so does replacing all") { context, bench in
            let depot = try context.existing(Depot.self, "A")
            try context.existing(Parcel.self, 1).depot = nil
            try context.save()
            try expectEqual(try bench.reader().fetch(Parcel.all).map(\.id), [2], "parcels after emptying")
            depot.parcels.replace(with: [Parcel(id: 3, label: "NEW")])
            try context.save()
            try expectEqual(try bench.reader().fetch(Parcel.all).map(\.id), [3], "parcels after replacing")
            depot.parcels.removeAll()
            try context.save()
            try expectEqual(try bench.reader().count(Parcel.all), 0, "parcels after removing all")
        },
        ruled("A new member that was removed is not stored") { context, bench in
            let depot = try context.existing(Depot.self, "A")
            let parcel = Parcel(id: 3, label: "NEW")
            depot.parcels.append(parcel)
            depot.parcels.remove(parcel)
            try context.save()
            try expectEqual(try bench.reader().fetch(Parcel.all).map(\.id), [1, 2], "parcels")
        },
        ruled("A child's save deletes the member that the child has removed") { context, bench in
            let editor = context.makeChild(.editor)
            let depot = try editor.existing(Depot.self, "A")
            depot.parcels.remove(try editor.existing(Parcel.self, 1))
            try editor.save()
            try expect(try context.object(Parcel.self, 1) == nil, "the parent has the parcel")
            try expectEqual(try bench.reader().fetch(Parcel.all).map(\.id), [2], "parcels")
        },
    ]

    private static let staying: [ConformancePromise] = [
        ruled("A member that moves to another owner before the save stays, and one that comes back") {
            context, bench in
            let (first, second) = (try context.existing(Depot.self, "A"), Depot(code: "B", name: "second"))
            try context.insert(second)
            let parcels = try context.fetch(Parcel.all)
            first.parcels.remove(parcels[0])
            second.parcels.append(parcels[0])
            parcels[1].depot = nil
            parcels[1].depot = first
            try context.save()
            let reader = try bench.reader()
            try expectEqual(
                try reader.existing(Depot.self, "A").parcels.map(\.id), [2], "members of the first")
            try expectEqual(
                try reader.existing(Depot.self, "B").parcels.map(\.id), [1], "members of the second")
            try expectEqual(try reader.count(Slip.all), 2, "slips")
        },
        ruled("A rollback brings a removed member back, also after a save that was refused") {
            context, bench in
            let depot = try context.existing(Depot.self, "A")
            depot.parcels.remove(try context.existing(Parcel.self, 1))
            context.rollback()
            try context.save()
            depot.parcels.remove(try context.existing(Parcel.self, 1))
            try context.existing(Parcel.self, 2).label = ""
            _ = try RuleScene.broken(context)
            context.rollback()
            try context.save()
            try expectEqual(depot.parcels.map(\.id), [1, 2], "members")
            try expectEqual(try bench.reader().fetch(Parcel.all).map(\.id), [1, 2], "parcels")
        },
        ruled("A member that others have moved meanwhile is a conflict, and not deleted") { context, bench in
            let depot = try context.existing(Depot.self, "A")
            let parcel = try context.existing(Parcel.self, 1)
            let other = try bench.stack.makeContext()
            let second = Depot(code: "B", name: "second")
            try other.insert(second)
            try other.existing(Parcel.self, 1).depot = second
            try other.save()
            depot.parcels.remove(parcel)
            try expectError(.conflict, "the save") { try context.save() }
            let reader = try bench.reader()
            try expectEqual(try reader.existing(Depot.self, "B").parcels.map(\.id), [1], "members")
        },
    ]

    private static let undoing: [ConformancePromise] = [
        ruled("Undoing brings a removed member back, also one whose deletion is stored") { context, bench in
            context.history.levels = 10
            let depot = try context.existing(Depot.self, "A")
            depot.parcels.remove(try context.existing(Parcel.self, 1))
            try expect(try context.history.undo(), "nothing was undone before the save")
            try context.save()
            try expectEqual(try bench.reader().count(Parcel.all), 2, "parcels after undoing the removal")
            depot.parcels.remove(try context.existing(Parcel.self, 1))
            try context.save()
            try expectEqual(try bench.reader().fetch(Slip.all).map(\.id), [2], "slips after the save")
            try expect(try context.history.undo(), "nothing was undone after the save")
            try context.save()
            let reader = try bench.reader()
            try expectEqual(try reader.existing(Depot.self, "A").parcels.map(\.id), [1, 2], "members")
            try expectEqual(try reader.fetch(Slip.all).map(\.id), [1, 2], "slips")
        },
        ruled("Undoing a step that was ended before the save brings back what the save has deleted for it") {
            context, bench in
            context.history.levels = 10
            let depot = try context.existing(Depot.self, "A")
            context.history.step(named: "Rename") { depot.name = "renamed" }
            context.history.step(named: "Empty") { depot.parcels.removeAll() }
            try context.save()
            try expectEqual(try bench.reader().count(Slip.all), 0, "slips after the save")
            try expectEqual(context.history.undoName, "Empty", "the step to undo")
            try expect(try context.history.undo(), "nothing was undone")
            try context.save()
            let reader = try bench.reader()
            try expectEqual(try reader.existing(Depot.self, "A").parcels.map(\.id), [1, 2], "members")
            try expectEqual(try reader.fetch(Slip.all).map(\.id), [1, 2], "slips")
            try expectEqual(context.history.undoName, "Rename", "the step to undo next")
            try expect(try context.history.redo(), "nothing was done again")
            try context.save()
            try expectEqual(try bench.reader().count(Parcel.all), 0, "parcels after doing it again")
        },
    ]
}
