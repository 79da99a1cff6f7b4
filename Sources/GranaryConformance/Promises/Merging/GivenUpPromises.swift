import Granary

/// Programs decide about snapshots of their models, and a save that gives up edits says which.
enum GivenUpPromises: PromiseList {
    static let category = ConformanceCategory.concurrency
    static let areAboutContent = true

    static var promises: [ConformancePromise] { typed + givenUp }

    /// A policy that takes the remark of this context, as a function of snapshots.
    private static let joining = MergePolicy.custom(for: Tally.self) { base, mine, theirs in
        var merged = theirs
        merged.remark = [base, mine, theirs].map { $0.remark ?? "" }.joined(separator: " ")
        return .merged(merged)
    }

    private static let typed: [ConformancePromise] = [
        merging("A conflict has its three versions as snapshots of its model") { scene in
            scene.object.remark = "mine"
            try await scene.theirs { $0.remark = "theirs" }
            let conflict = try scene.conflict()
            let versions = [
                conflict.base(as: Tally.Snapshot.self), conflict.mine(as: Tally.Snapshot.self),
                conflict.theirs(as: Tally.Snapshot.self),
            ]
            try expectEqual(versions.map { $0?.remark }, ["base", "mine", "theirs"], "remarks")
            try expect(conflict.mine(as: Parcel.Snapshot.self) == nil, "it is a snapshot of another model")
            try expectEqual(conflict.givenUp, [], "what is given up of an open conflict")
        },
        merging("A function of snapshots decides, and rules where it leaves theirs", joining) { scene in
            (scene.object.remark, scene.object.count) = ("mine", 1)
            try await scene.theirs { ($0.remark, $0.count, $0.low) = ("theirs", 2, 5) }
            try scene.mine.save()
            let found = try await scene.found { "\($0.remark ?? ""), \($0.count), \($0.low ?? 0)" }
            try expectEqual(found, "base mine theirs, 3, 5.0", "the stored tally")
        },
        merging("A conflict is resolved with a snapshot of its object, and with no other") { scene in
            scene.object.remark = "mine"
            try await scene.theirs { $0.remark = "theirs" }
            let conflict = try scene.conflict()
            var merged = try unwrap(conflict.theirs(as: Tally.Snapshot.self), "theirs")
            merged.id = 2
            try expectError(.query, "resolving") { try scene.mine.resolve(conflict, with: .merged(merged)) }
            (merged.id, merged.remark) = (1, "both")
            try scene.mine.resolve(conflict, with: .merged(merged))
            try scene.mine.save()
            try expectEqual(try await scene.found { $0.remark }, "both", "the stored remark")
        },
        merging(
            "A function of snapshots is asked about its own model, and the policy decides about deletions",
            .storeWins.custom(for: Parcel.self) { _, _, _ in throw GranaryError(.engine, "asked") }
                .custom(for: Tally.self) { _, _, _ in .mine }
        ) { scene in
            scene.object.remark = "mine"
            try await scene.theirs { $0.remark = "theirs" }
            try scene.mine.save()
            try expectEqual(try await scene.found { $0.remark }, "mine", "the stored remark")
            scene.object.remark = "again"
            try await scene.theyDelete()
            try scene.mine.save()
            let found = try await scene.found { $0.id }
            try expect(found == nil, "the tally was inserted again")
        },
    ]

    /// What the last save has given up: the properties of each object.
    private static func lost(_ scene: MergeScene) -> [[String]] { scene.mine.givenUp.map(\.givenUp) }

    private static let givenUp: [ConformancePromise] = [
        merging("A save that gives up edits says which, with the three versions", .storeWins) { scene in
            (scene.object.remark, scene.object.count, scene.object.high) = ("mine", 1, 4)
            try await scene.theirs { ($0.remark, $0.count) = ("theirs", 2) }
            try scene.mine.save()
            try expectEqual(lost(scene), [["remark"]], "what was given up")
            let conflict = try unwrap(scene.mine.givenUp.first, "the conflict")
            try expectEqual(conflict.entity, "Tally", "the entity")
            try expectEqual(conflict.key, .integer(1), "the key")
            try expectEqual(conflict.mine(as: Tally.Snapshot.self)?.remark, "mine", "the edit")
            try expectEqual(scene.object.remark, "theirs", "the remark in the context")
            // Made again, it is an edit of what the others have saved.
            scene.object.remark = "mine"
            try scene.mine.save()
            try expectEqual(lost(scene), [], "what the next save gave up")
            try expectEqual(try await scene.found { $0.remark }, "mine", "the stored remark")
        },
        merging(
            "A save that merges all edits, or whose edits the others have made too, gives up nothing",
            .storeWins
        ) { scene in
            (scene.object.remark, scene.object.count) = ("same", 1)
            try await scene.theirs { ($0.remark, $0.count, $0.low) = ("same", 2, 3) }
            try scene.mine.save()
            try expectEqual(lost(scene), [], "what was given up")
            try expectEqual(try await scene.found { $0.count }, 3, "the stored count")
        },
        merging("A rollback of an object gives up all of its edits", .rollback) { scene in
            (scene.object.remark, scene.object.high) = ("mine", 4)
            try await scene.theirs { $0.rank = 3 }
            try scene.mine.save()
            try expectEqual(lost(scene).map { Set($0) }, [["high", "remark"]], "what was given up")
        },
        merging("Edits of an object that others have deleted, and a deletion, are given up too", .storeWins) {
            scene in
            scene.object.remark = "mine"
            try await scene.theyDelete()
            try scene.mine.save()
            try expectEqual(lost(scene), [["remark"]], "what was given up")
            try expect(scene.mine.givenUp.first?.theirs == nil, "the others have the object")
        },
        merging("A deletion that is given up is one without properties", .storeWins) { scene in
            try scene.mine.delete(scene.object)
            try await scene.theirs { $0.remark = "theirs" }
            try scene.mine.save()
            try expectEqual(lost(scene), [[]], "what was given up")
            try expect(scene.mine.givenUp.first?.mine == nil, "it was no deletion")
            try expectEqual(try await scene.found { $0.remark }, "theirs", "the stored remark")
        },
        merging("A save that keeps its edits, or fails, gives up nothing", .memoryWins) { scene in
            scene.object.remark = "mine"
            try await scene.theirs { $0.remark = "theirs" }
            try scene.mine.save()
            try expectEqual(lost(scene), [], "what was given up")
        },
    ]
}
