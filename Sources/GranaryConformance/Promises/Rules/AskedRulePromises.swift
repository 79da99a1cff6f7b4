import Granary

/// Forms ask what a save would refuse, and nothing happens.
enum AskedRulePromises: PromiseList {
    static let category = ConformanceCategory.rules
    static let areAboutContent = true

    static var promises: [ConformancePromise] { contexts + objects }

    /// What an error of the next save lists; the changes stay.
    private static func refused(_ context: Context) throws -> [RuleFailure] {
        try expectError(.validation, "the save") { try context.save() }.failures
    }

    private static let contexts: [ConformancePromise] = [
        ruled("A context lists without a save what the save refuses, in the same order") { context, bench in
            let first = try context.existing(Parcel.self, 1)
            (first.weight, first.label, first.least) = (0, "", 5)
            try context.existing(Depot.self, "A").name = ""
            try context.existing(Slip.self, 2).text = "much too long for it"
            let new = Parcel(id: 3, label: "C")
            try context.insert(new)
            let asked = try context.failures()
            try expectEqual(asked.count, 7, "the number of failures")
            try expectEqual(try refused(context), asked, "what the save refuses")
            try expectEqual(try context.failures(), asked, "what is asked again")
            try expectEqual(try bench.reader().fetch(Parcel.all).map(\.weight), [1, 1], "stored weights")
        },
        ruled("A context without broken rules lists nothing, and nothing for what it has only read") {
            context, bench in
            try expectEqual(try context.failures(), [], "failures without changes")
            try bench.withSession(of: "Parcel") { session, entity in
                try session.committed(
                    .updating(
                        entity, .integer(1), version: try session.version(of: .integer(1), entity),
                        ["weight": .integer(1_000)]))
            }
            let late = try bench.reader()
            let parcel = try late.existing(Parcel.self, 1)
            try expectEqual(try late.failures() + parcel.failures(), [], "failures of a row that is older")
            parcel.most = 9
            try expectEqual(try late.failures() + parcel.failures(), [], "failures of another property")
            try late.save()
        },
        ruled("Asking for failures calls no hook, writes nothing and changes nothing") { context, _ in
            let slip = try RuleScene.slip(3, in: context)
            slip.text = "much too long for it"
            slip.parcel = nil
            let texts = try context.failures().map(\.description)
            try expectEqual(texts, ["Slip.text: length(...12)", "Slip.parcel: required"], "failures")
            try expectEqual(try slip.failures().map(\.description), texts, "failures of the object")
            try expectEqual(slip.heard, [], "hooks")
            try expectEqual(context.changes.inserted.count, 1, "inserted objects")
            try expectEqual(context.changes.updated.count, 0, "changed objects")
        },
        ruled("Deletions are asked too") { context, _ in
            try context.existing(Parcel.self, 1).isLocked = true
            try context.save()
            let depot = try context.existing(Depot.self, "A")
            try context.delete(depot)
            let asked = try context.failures()
            try expectEqual(asked.map(\.description), ["Parcel.isLocked: isNotLocked"], "failures")
            try expectEqual(try refused(context), asked, "what the save refuses")
        },
        ruled("A child lists what is wrong with its own changes") { context, _ in
            try context.existing(Parcel.self, 1).weight = 200
            let child = context.makeChild(.editor)
            let parcel = try child.existing(Parcel.self, 2)
            try expectEqual(try child.failures(), [], "failures of a child without changes")
            parcel.weight = 0
            try expectEqual(try child.failures().map(\.key), [.integer(2)], "keys in the child")
            try expectEqual(try context.failures().map(\.key), [.integer(1)], "keys in the parent")
        },
        ruled("An error that was kept is thrown instead of failures that may follow from it") { context, _ in
            let parcel = try context.existing(Parcel.self, 1)
            parcel.weight = 0
            parcel.id = 9
            try expectError(.invalidObject, "asking") { _ = try context.failures() }
            context.rollback()
            try expectEqual(try context.failures(), [], "failures after the rollback")
        },
    ]

    private static let objects: [ConformancePromise] = [
        ruled("An object lists its own failures alone") { context, _ in
            let (first, second) = (try context.existing(Parcel.self, 1), try context.existing(Parcel.self, 2))
            (first.weight, second.weight, second.least) = (0, 0, 3)
            let asked = try second.failures()
            try expectEqual(
                asked.map(\.description),
                ["Parcel.weight: range(1...100)", "Parcel.least, most: leastIsNotMore"],
                "failures")
            try expectEqual(try context.failures(), try first.failures() + asked, "failures of the context")
            try expectEqual(try context.existing(Slip.self, 1).failures(), [], "failures of another object")
        },
        ruled("An object in no context lists what its insertion would break") { context, _ in
            let parcel = Parcel(id: 3, label: "", weight: 0, least: 1)
            let outside = try parcel.failures()
            try expectEqual(
                outside.map(\.description),
                [
                    "Parcel.label: notEmpty", "Parcel.label: pattern([A-Z][A-Z0-9 ]*)",
                    "Parcel.weight: range(1...100)", "Parcel.depot: required",
                    "Parcel.least, most: leastIsNotMore",
                ], "failures before the insertion")
            try context.insert(parcel)
            try expectEqual(try parcel.failures(), outside, "failures after the insertion")
            try expectEqual(try refused(context), outside, "what the save refuses")
            let depot = Depot(code: "B", name: "new")
            let good = Parcel(id: 4, label: "D")
            good.depot = depot
            try expectEqual(try good.failures(), [], "failures of a good one")
        },
    ]
}
