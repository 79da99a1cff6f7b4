import Granary

/// A conflict that applying a snapshot has thrown is resolved in place, with the context's current object.
enum ResolvedSnapshotPromises: PromiseList {
    static let category = ConformanceCategory.concurrency
    static let areAboutContent = true

    static var promises: [ConformancePromise] { decisions + unsaved + course }

    /// The attributes of a tally that the promises check.
    private static func show(_ tally: Tally) -> String {
        "\(tally.count) \(tally.remark ?? "") \(tally.high ?? 0) \(tally.low ?? 0)"
    }

    /// The conflict of a snapshot that was changed from a base.
    private static func conflict(
        _ scene: MergeScene, from base: Tally.Snapshot, _ change: (inout Tally.Snapshot) -> Void
    ) throws -> SaveConflict {
        var wanted = base
        change(&wanted)
        let error = try expectError(.conflict, "applying") { try scene.mine.apply(wanted, base: base) }
        return try unwrap(error.conflicts.first, "the conflict")
    }

    /// Others have changed a tally, which this context has read since, or it has an unsaved change; then an earlier
    /// snapshot of the tally is applied.
    private static func applies(
        _ name: String, isUnsaved: Bool = false,
        _ decide: @escaping @Sendable (SaveConflict) throws -> ConflictResolution, gives expected: String,
        staysChanged: Bool = true
    ) -> ConformancePromise {
        merging(name) { scene in
            let base = scene.object.snapshot
            if isUnsaved {
                (scene.object.count, scene.object.remark, scene.object.low) = (2, "theirs", 2)
            } else {
                try await scene.theirs { ($0.count, $0.remark, $0.low) = (2, "theirs", 2) }
                try scene.mine.refresh(scene.object)
            }
            let conflict = try conflict(scene, from: base) { ($0.count, $0.remark, $0.high) = (1, "mine", 1) }
            try expectEqual(show(scene.object), "2 theirs 0 2.0", "the tally in conflict")
            try scene.mine.resolve(conflict, with: decide)
            try expectEqual(scene.mine.hasChanges, staysChanged, "whether there are changes")
            try scene.mine.save()
            try expectEqual(show(scene.object), expected, "the tally in the context")
            try expectEqual(try await scene.found { show($0) }, expected, "the stored tally")
        }
    }

    private static let decisions: [ConformancePromise] = [
        applies(
            "A conflict of an applied snapshot resolved for mine is saved, with what others changed alone",
            { _ in .mine }, gives: "3 mine 1 2.0"),
        applies(
            "A conflict of an applied snapshot resolved for theirs leaves the object as it is",
            { _ in .theirs }, gives: "2 theirs 0 2.0", staysChanged: false),
        applies(
            "A conflict of an applied snapshot is resolved with values",
            { _ in .values(["remark": .text("both")]) }, gives: "3 both 0 2.0"),
    ]

    private static let unsaved: [ConformancePromise] = [
        applies(
            "A snapshot in conflict with an unsaved change is resolved for mine", isUnsaved: true,
            { _ in .mine }, gives: "3 mine 1 2.0"),
        applies(
            "A snapshot in conflict with an unsaved change is resolved for theirs", isUnsaved: true,
            { _ in .theirs }, gives: "2 theirs 0 2.0"),
    ]

    private static let course: [ConformancePromise] = [
        merging("A snapshot of what others have deleted stays away, or is inserted again") { scene in
            let base = scene.object.snapshot
            try await scene.theyDelete()
            try expectError(.notFound, "refreshing") { try scene.mine.refresh(scene.object) }
            let conflict = try conflict(scene, from: base) { $0.remark = "mine" }
            try expectError(.conflict, "resolving with values") {
                try scene.mine.resolve(conflict, with: .values(["remark": .null]))
            }
            try scene.mine.resolve(conflict, with: .theirs)
            try expect(!scene.mine.hasChanges, "there are changes")
            try scene.mine.resolve(conflict, with: .mine)
            try scene.mine.save()
            try expectEqual(try await scene.found { $0.remark }, "mine", "the stored remark")
        },
        merging("Where the object has changed since, resolving throws the conflict as it is by now") {
            scene in
            let base = scene.object.snapshot
            try await scene.theirs { $0.remark = "theirs" }
            try scene.mine.refresh(scene.object)
            let first = try conflict(scene, from: base) { $0.remark = "mine" }
            scene.object.remark = "later"
            let error = try expectError(.conflict, "resolving") {
                try scene.mine.resolve(first, with: .mine)
            }
            let next = try unwrap(error.conflicts.first, "the next conflict")
            try expectEqual(next.theirs?["remark"], .text("later"), "theirs in the next conflict")
            try expectEqual(scene.object.remark, "later", "the remark in the context")
            try scene.mine.resolve(next, with: .mine)
            try expectEqual(scene.object.remark, "mine", "the resolved remark")
            try expectError(.conflict, "no decision") {
                try scene.mine.resolve(try conflict(scene, from: base) { $0.remark = "other" }, with: .error)
            }
        },
        promise("A resolved snapshot is a step to undo") { bench in
            let scene = try await MergeScene(bench)
            let base = scene.object.snapshot
            try await scene.theirs { $0.remark = "theirs" }
            try scene.mine.refresh(scene.object)
            scene.mine.history.levels = 5
            try scene.mine.resolve(try conflict(scene, from: base) { $0.remark = "mine" }, with: .mine)
            try scene.mine.save()
            try expect(try scene.mine.history.undo(), "nothing to undo")
            try expectEqual(scene.object.remark, "theirs", "the remark after undoing")
        },
    ]
}
