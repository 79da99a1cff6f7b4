import Granary

/// Rules hold for every way into a store: batches, snapshots, reconciling, children, several stores at once.
enum RuleReachPromises: PromiseList {
    static let category = ConformanceCategory.rules
    static let areAboutContent = true

    static var promises: [ConformancePromise] {
        batches + values + children + everywhere(stores, in: [.united, .apart])
    }

    private static let heavy = ["Parcel.weight: range(1...100)"]

    private static let batches: [ConformancePromise] = [
        ruled("A batch update that breaks a rule in some rows names all of them, and writes nothing") {
            context, bench in
            let error = try expectError(.validation, "the batch") {
                try context.updateAll(Parcel.all) { $0.weight.set(to: $0.weight + 100) }
            }
            try expectEqual(error.failures.map(\.description), heavy + heavy, "broken rules")
            try expectEqual(Set(error.failures.map(\.key)), [.integer(1), .integer(2)], "keys")
            try expectEqual(try bench.reader().fetch(Parcel.all).map(\.weight), [1, 1], "stored weights")
            try expectEqual(try context.updateAll(Parcel.all) { $0.weight.set(to: 100) }, 2, "changed rows")
        },
        ruled("A batch update is checked for the properties that it sets, and no others") { context, bench in
            try bench.withSession(of: "Parcel") { session, entity in
                let version = try session.version(of: .integer(1), entity)
                try session.committed(
                    .updating(entity, .integer(1), version: version, ["weight": .integer(1_000)]))
            }
            try expectEqual(
                try bench.reader().updateAll(Parcel.all) { $0.remark.set(to: "new") }, 2, "changed rows")
        },
        ruled("A batch update asks a model that validates its objects, with their new values") { context, _ in
            let error = try expectError(.validation, "the batch") {
                try context.updateAll(Parcel.where { $0.id == 2 }) { $0.least.set(to: 1) }
            }
            try expectEqual(
                error.failures.map(\.description), ["Parcel.least, most: leastIsNotMore"], "broken rules")
            try context.updateAll(Parcel.all) {
                $0.least.set(to: 1)
                $0.most.set(to: 2)
            }
        },
        ruled("A batch deletion asks a model that validates its objects") { context, bench in
            try context.updateAll(Parcel.where { $0.id == 2 }) { $0.isLocked.set(to: true) }
            let error = try expectError(.validation, "the batch") { try context.deleteAll(Parcel.all) }
            try expectEqual(error.failures.map(\.key), [.integer(2)], "keys")
            try expectEqual(try bench.reader().count(Parcel.all), 2, "parcels")
            try expectEqual(try context.deleteAll(Parcel.where { !$0.isLocked }), 1, "deleted")
        },
    ]

    private static let values: [ConformancePromise] = [
        ruled("A snapshot that is inserted or applied keeps the rules at the save") { context, _ in
            var snapshot = try context.existing(Parcel.self, 1).snapshot
            snapshot.weight = 200
            try context.apply(snapshot)
            try expectEqual(try RuleScene.broken(context), heavy, "an applied one")
            context.rollback()
            snapshot.id = 3
            try context.insert(snapshot)
            try expectEqual(try RuleScene.broken(context), heavy, "an inserted one")
        },
        ruled("JSON keeps the rules at the save") { context, _ in
            try context.apply(json: #"{"weight": 200}"#, to: ObjectID<Parcel>(1))
            try expectEqual(try RuleScene.broken(context), heavy, "the changed one")
        },
        ruled("Upserted snapshots keep the rules at the save, changed and new") { context, bench in
            var snapshot = try context.existing(Parcel.self, 1).snapshot
            snapshot.weight = 200
            var other = snapshot
            other.id = 3
            try context.upsert([snapshot, other])
            try expectEqual(try RuleScene.broken(context), heavy + heavy, "broken rules")
            try expectEqual(try bench.reader().count(Parcel.all), 2, "parcels")
        },
        ruled("A reconciled list keeps the rules at the save, and asks before it deletes") { context, _ in
            try context.updateAll(Parcel.where { $0.id == 2 }) { $0.isLocked.set(to: true) }
            var snapshot = try context.existing(Parcel.self, 1).snapshot
            snapshot.weight = 200
            try context.reconcile(Parcel.all, with: [snapshot])
            try expectEqual(
                Set(try RuleScene.broken(context)), Set(heavy + ["Parcel.isLocked: isNotLocked"]),
                "broken rules")
        },
    ]

    private static let children: [ConformancePromise] = [
        ruled("A child's save keeps the rules, and leaves its parent as it was") { context, _ in
            let parcel = try context.existing(Parcel.self, 1)
            let child = context.makeChild(.child)
            try child.existing(Parcel.self, 1).weight = 200
            try expectEqual(try RuleScene.broken(child), heavy, "broken rules")
            try expect(parcel.weight == 1 && !context.hasChanges, "the parent has changed")
            try child.existing(Parcel.self, 1).weight = 20
            try child.save()
            try expectEqual(parcel.weight, 20, "the weight in the parent")
            try context.save()
        },
        ruled("An editor's save is refused for what its parent has unsaved, which stays unsaved") {
            context, bench in
            try context.existing(Parcel.self, 1).weight = 200
            let editor = context.makeChild(.editor)
            try editor.existing(Parcel.self, 2).weight = 20
            try expectEqual(try RuleScene.broken(editor), heavy, "broken rules")
            try expect(editor.hasChanges, "the editor has no changes")
            try expectEqual(try context.existing(Parcel.self, 2).weight, 1, "the weight in the parent")
            try expectEqual(try bench.reader().fetch(Parcel.all).map(\.weight), [1, 1], "stored weights")
            try context.existing(Parcel.self, 1).weight = 100
            try editor.save()
            try expectEqual(try bench.reader().fetch(Parcel.all).map(\.weight), [100, 20], "stored weights")
        },
    ]

    private static let stores: [ConformancePromise] = [
        ruled("A broken rule in one model keeps the changes of all models from their stores") {
            context, bench in
            try context.existing(Depot.self, "A").name = "other"
            try context.existing(Parcel.self, 1).weight = 200
            try expectEqual(try RuleScene.broken(context), heavy, "broken rules")
            try expectEqual(try bench.reader().existing(Depot.self, "A").name, "first", "the stored name")
            try context.existing(Depot.self, "A").name = ""
            try expectEqual(
                Set(try RuleScene.broken(context)), Set(heavy + ["Depot.name: notEmpty"]),
                "broken rules of both")
        }
    ]
}
