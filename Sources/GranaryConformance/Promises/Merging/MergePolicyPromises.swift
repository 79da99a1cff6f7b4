import Granary

/// The policy decides about everything that rules leave open, and nothing else; a deletion against a change is the
/// policy's alone.
enum MergePolicyPromises: PromiseList {
    static let category = ConformanceCategory.concurrency
    static let areAboutContent = true

    static var promises: [ConformancePromise] { settled + left + deletions }

    /// The values of count and remark, which both sides change, and of high and low, which one side changes.
    private static func left(_ name: String, _ policy: MergePolicy, gives expected: String)
        -> ConformancePromise
    {
        merging("Rules first, then \(name)", policy, start: { $0.count = 10 }) { scene in
            (scene.object.count, scene.object.remark, scene.object.high) = (11, "mine", 1)
            try await scene.theirs { ($0.count, $0.remark, $0.low) = (12, "theirs", 2) }
            try scene.mine.save()
            let found = try await scene.found {
                "\($0.count) \($0.remark ?? "") \($0.high ?? 0) \($0.low ?? 0)"
            }
            try expectEqual(found, expected, "the stored tally")
            try expect(!scene.mine.hasChanges, "there are changes")
        }
    }

    private static let left: [ConformancePromise] = [
        left("store wins", .storeWins, gives: "13 theirs 1 2.0"),
        left("memory wins", .memoryWins, gives: "13 mine 1 2.0"),
        left("overwrite", .overwrite, gives: "13 mine 1 0.0"),
        left("rollback", .rollback, gives: "13 theirs 0 2.0"),
        left("a function for mine", .custom { _ in .mine }, gives: "13 mine 1 2.0"),
        left("a function for theirs, which gives up all", .custom { _ in .theirs }, gives: "12 theirs 0 2.0"),
        left(
            "a function that gives values", .custom { _ in .values(["remark": .text("both")]) },
            gives: "13 both 0 2.0"),
        left(
            "a function that gives a value where there is a rule",
            .custom { _ in .values(["count": .integer(7)]) },
            gives: "7 theirs 0 2.0"),
        merging("Rules first, then an error where both changed a property without a rule", .perProperty) {
            scene in
            (scene.object.count, scene.object.remark) = (1, "mine")
            try await scene.theirs { ($0.count, $0.remark) = (1, "theirs") }
            let conflict = try scene.conflict()
            try expectEqual(
                [conflict.mine?["count"], conflict.theirs?["count"]], [.integer(1), .integer(1)], "counts")
            scene.object.remark = "theirs"
            try scene.mine.save()
            try expectEqual(try await scene.found { "\($0.count)" }, "2", "the stored count")
        },
    ]

    /// Under any policy: one side has changed nothing but attributes with rules.
    private static func settled(
        _ name: String, mine: @escaping @Sendable (Tally) -> Void,
        theirs: @escaping @Sendable (Tally) -> Void, gives expected: String
    ) -> ConformancePromise {
        promise(name) { bench in
            let policies: [MergePolicy] = [
                .error, .rollback, .overwrite, .custom { _ in throw GranaryError(.engine, "asked") },
            ]
            for (number, policy) in policies.enumerated() {
                let scene = try await MergeScene(bench, policy, inChild: number % 2 == 1)
                mine(scene.object)
                try await scene.theirs(theirs)
                try scene.mine.save()
                try expectEqual(
                    try await scene.found { "\($0.count) \($0.remark ?? "")" }, expected, "the stored tally")
            }
        }
    }

    private static let settled: [ConformancePromise] = [
        settled(
            "Where all that others changed has rules, there is no conflict and no policy is asked",
            mine: { ($0.count, $0.remark) = (1, "mine") }, theirs: { $0.count = 2 }, gives: "3 mine"),
        settled(
            "Where all that this context changed has rules, there is no conflict and no policy is asked",
            mine: { $0.count = 1 }, theirs: { ($0.count, $0.remark) = (2, "theirs") }, gives: "3 theirs"),
        settled(
            "Different attributes with rules are merged under every policy", mine: { $0.high = 1 },
            theirs: { $0.count = 2 }, gives: "2 base"),
        merging("A change by others without a rule is a conflict, when the policy is error") { scene in
            (scene.object.count, scene.object.remark) = (1, "mine")
            try await scene.theirs { ($0.count, $0.low) = (2, 2) }
            try scene.mine.save()
            scene.object.remark = "again"
            try await scene.theirs { $0.remark = "theirs" }
            _ = try scene.conflict()
        },
        merging("An attribute set to the value it had is merged as one that was not set", .memoryWins) {
            scene in
            scene.object.count = 5
            scene.object.count = 0
            scene.object.remark = "mine"
            try await scene.theirs { ($0.count, $0.remark) = (2, "theirs") }
            try scene.mine.save()
            try expectEqual(
                try await scene.found { "\($0.count) \($0.remark ?? "")" }, "2 mine", "the stored tally")
        },
    ]

    /// The tally when one side deletes it and the other adds to the count; `nil` for a conflict.
    private static func deletion(
        _ name: String, _ policy: MergePolicy, mineDeleted: String?, theirsDeleted: String?
    ) -> ConformancePromise {
        promise("Deletion against change: \(name)") { bench in
            for (isMine, expected) in [(true, mineDeleted), (false, theirsDeleted)] {
                for inChild in [false, true] {
                    let scene = try await MergeScene(bench, policy, inChild: inChild)
                    if isMine {
                        try scene.mine.delete(scene.object)
                        try await scene.theirs { $0.count = 2 }
                    } else {
                        scene.object.count = 1
                        try await scene.theyDelete()
                    }
                    guard let expected else {
                        _ = try scene.conflict()
                        continue
                    }
                    try scene.mine.save()
                    try expectEqual(
                        try await scene.found { "\($0.count)" } ?? "gone", expected, "the stored tally")
                    try expect(!scene.mine.hasChanges, "there are changes")
                }
            }
        }
    }

    private static let deletions: [ConformancePromise] = [
        deletion("error", .error, mineDeleted: nil, theirsDeleted: nil),
        deletion("per property", .perProperty, mineDeleted: nil, theirsDeleted: nil),
        deletion("store wins", .storeWins, mineDeleted: "2", theirsDeleted: "gone"),
        deletion("rollback", .rollback, mineDeleted: "2", theirsDeleted: "gone"),
        deletion("memory wins", .memoryWins, mineDeleted: "gone", theirsDeleted: "1"),
        deletion("overwrite", .overwrite, mineDeleted: "gone", theirsDeleted: "1"),
        deletion("a function for mine", .custom { _ in .mine }, mineDeleted: "gone", theirsDeleted: "1"),
        deletion("a function for theirs", .custom { _ in .theirs }, mineDeleted: "2", theirsDeleted: "gone"),
        deletion(
            "a function that gives values", .custom { _ in .values(["count": .integer(7)]) },
            mineDeleted: nil, theirsDeleted: nil),
    ]
}
