import FoundationEssentials
import Granary

/// Where both sides have changed an attribute, its merge rule makes one value of both changes.
enum MergeRulePromises: PromiseList {
    static let category = ConformanceCategory.concurrency
    static let areAboutContent = true

    static var promises: [ConformancePromise] { values + failures }

    /// A promise about the outcome for one attribute, under the policy that makes every conflict an error.
    private static func rule(
        _ name: String, of read: @escaping @Sendable (Tally) -> String,
        base: @escaping @Sendable (Tally) -> Void = { _ in }, mine: @escaping @Sendable (Tally) -> Void,
        theirs: @escaping @Sendable (Tally) -> Void, gives expected: String
    ) -> ConformancePromise {
        merging(name, start: base) { scene in
            mine(scene.object)
            try await scene.theirs(theirs)
            try scene.mine.save()
            try expectEqual(try await scene.found(read), expected, "the stored value")
            try expectEqual(read(scene.object), expected, "the value in the context")
            try expect(!scene.mine.hasChanges, "there are changes")
        }
    }

    private static let day = Date(timeIntervalSince1970: 86_400)

    private static let values: [ConformancePromise] = [
        rule(
            "Sum: what both have added to an integer is added", of: { "\($0.count)" },
            base: { $0.count = 10 },
            mine: { $0.count = 13 }, theirs: { $0.count = 5 }, gives: "8"),
        rule(
            "Sum: the same change on both sides counts twice", of: { "\($0.count)" }, base: { $0.count = 10 },
            mine: { $0.count = 11 }, theirs: { $0.count = 11 }, gives: "12"),
        rule(
            "Sum: the way to a sum in range may lead out of it", of: { "\($0.count)" },
            base: { $0.count = .max }, mine: { $0.count = -2 }, theirs: { $0.count = .max - 1 },
            gives: "-3"),
        rule(
            "Sum: no number counts as zero", of: { "\($0.share ?? -1) \($0.amount ?? -1)" },
            mine: { ($0.share, $0.amount) = (0.25, 3) }, theirs: { ($0.share, $0.amount) = (0.5, 4) },
            gives: "0.75 7"),
        rule(
            "Sum: decimals are exact", of: { "\($0.amount ?? -1)" },
            base: { $0.amount = Decimal(string: "0.1") },
            mine: { $0.amount = Decimal(string: "0.3") },
            theirs: { $0.amount = Decimal(string: "1000000000000.1") },
            gives: "1000000000000.3"),
        rule(
            "Maximum and minimum: the one of both, in the order of queries",
            of: { "\($0.high ?? 0) \($0.low ?? 0) \($0.first ?? "") \($0.level?.rawValue ?? -1)" },
            base: { ($0.high, $0.low, $0.first, $0.level) = (1, 1, "m", nil) },
            mine: { ($0.high, $0.low, $0.first, $0.level) = (7, 0.5, "b", Level.allCases.last) },
            theirs: { ($0.high, $0.low, $0.first, $0.level) = (5, -0.5, "a", Level.allCases.first) },
            gives: "7 -0.5 a \(Level.allCases.map(\.rawValue).max() ?? -1)"),
        rule(
            "Maximum and minimum: a value that is gone loses", of: { "\($0.high ?? 0) \($0.low ?? 0)" },
            base: { ($0.high, $0.low) = (9, 9) }, mine: { ($0.high, $0.low) = (nil, 8) },
            theirs: { ($0.high, $0.low) = (3, nil) }, gives: "3 8.0"),
        rule(
            "Maximum: the later date", of: { "\($0.last == day)" }, mine: { $0.last = day },
            theirs: { $0.last = day - 0.000_001 }, gives: "true"),
        rule(
            "Union: elements of an array are added and removed by either side",
            of: { ($0.words ?? []).joined(separator: " ") }, base: { $0.words = ["a", "b", "c"] },
            mine: { $0.words = ["x", "a", "c", "z", "z"] }, theirs: { $0.words = ["c", "y", "z", "b"] },
            gives: "c y z x"),
        rule(
            "Union: no array at all is an empty one", of: { ($0.words ?? []).joined(separator: " ") },
            mine: { $0.words = ["x"] }, theirs: { $0.words = ["y"] }, gives: "y x"),
        rule(
            "Union: elements of a set", of: { "\($0.numbers.sorted())" }, base: { $0.numbers = [1, 2, 3] },
            mine: { $0.numbers = [1, 3, 4] }, theirs: { $0.numbers = [2, 3, 5] }, gives: "[3, 4, 5]"),
        rule(
            "Union: members of an option set", of: { "\($0.marks.rawValue)" }, base: { $0.marks = [.seen] },
            mine: { $0.marks = [.liked] }, theirs: { $0.marks = [.seen, .shared] }, gives: "6"),
        rule(
            "Latest: mine, if its date is later; and the date is the later one",
            of: { "\($0.title) \($0.editedAt == day)" },
            mine: { ($0.title, $0.editedAt) = ("mine", day) },
            theirs: { ($0.title, $0.editedAt) = ("theirs", day - 1) }, gives: "mine true"),
        rule(
            "Latest: theirs, if their date is later or the same", of: { $0.title },
            mine: { ($0.title, $0.editedAt) = ("mine", day) },
            theirs: { ($0.title, $0.editedAt) = ("theirs", day) }, gives: "theirs"),
        rule(
            "Latest: a side without a date is the earlier one", of: { $0.title },
            mine: { ($0.title, $0.editedAt) = ("mine", day) }, theirs: { $0.title = "theirs" }, gives: "mine"),
        rule(
            "A function of the model gets base, mine and theirs", of: { $0.note ?? "" },
            base: { $0.note = "base" }, mine: { $0.note = nil }, theirs: { $0.note = "theirs" },
            gives: "base - theirs"),
        rule(
            "A function of the model merges enumerations and structured values",
            of: { "\($0.grade?.rawValue ?? "") \($0.names["a"] ?? 0) \($0.names["b"] ?? 0)" },
            mine: { ($0.grade, $0.names) = (.good, ["a": 5]) },
            theirs: { ($0.grade, $0.names) = (.poor, ["a": 1, "b": 2]) }, gives: "good 5 2"),
    ]

    private static let failures: [ConformancePromise] = [
        merging(
            "A sum that its type cannot hold is a conflict that names the property, whatever the policy",
            .memoryWins, start: { $0.small = 100 }
        ) { scene in
            (scene.object.small, scene.object.remark) = (120, "mine")
            try await scene.theirs { ($0.small, $0.remark) = (110, "theirs") }
            let error = try expectError(.conflict, "the save") { try scene.mine.save() }
            try expectEqual(error.conflicts.first?.undecided, ["small"], "attributes without a value")
            try expectEqual(error.context.properties, ["small"], "properties of the error")
            try expect(error.message.contains("Tally.small"), "the message does not name the property")
            try expectEqual(scene.object.small, 120, "the number in the context")
            try expectEqual(try await scene.found { $0.small }, 110, "the stored number")
            try scene.mine.resolve(try unwrap(error.conflicts.first, "the conflict"), with: .mine)
            try scene.mine.save()
            try expectEqual(try await scene.found { $0.small }, 120, "the stored number afterwards")
        },
        merging("Sums of floating-point numbers and decimals beyond their types are conflicts") { scene in
            scene.object.share = .greatestFiniteMagnitude
            try await scene.theirs { $0.share = .greatestFiniteMagnitude }
            try expectEqual(try scene.conflict().undecided, ["share"], "attributes without a value")
            scene.object.share = nil
            scene.object.amount = Decimal(string: "1e100")
            try await scene.theirs { $0.amount = 1 }
            try expectEqual(try scene.conflict().undecided, ["amount"], "attributes without a value")
        },
        merging("The error of a merging function ends the save, and another value is merged") { scene in
            scene.object.note = "refused"
            try await scene.theirs { $0.note = "theirs" }
            try expectError(.timeout, "the save") { try scene.mine.save() }
            try expectEqual(scene.object.note, "refused", "the note in the context")
            scene.object.note = "mine"
            try scene.mine.save()
            try expectEqual(try await scene.found { $0.note }, "- mine theirs", "the stored note")
        },
        promise("Applied snapshots are merged by the rules as saves are") { bench in
            let scene = try await MergeScene(bench, start: { $0.count = 1 })
            var edited = scene.object.snapshot
            let base = edited
            (edited.count, edited.words) = (3, ["mine"])
            try await scene.theirs { ($0.count, $0.words) = (10, ["theirs"]) }
            try scene.mine.refreshAll()
            try scene.mine.apply(edited, base: base)
            try scene.mine.save()
            try expectEqual(
                try await scene.found { "\($0.count) \($0.words ?? [])" }, "12 [\"theirs\", \"mine\"]",
                "the stored tally")
        },
        promise("A deletion meets no conflict where others have changed the object and changed it back") {
            bench in
            for inChild in [false, true] {
                for name in PolicyName.ready {
                    let scene = try await MergeScene(
                        bench, name.policy, inChild: inChild, start: { $0.rank = 1 })
                    try scene.mine.delete(scene.object)
                    try await scene.theirs { $0.rank = 2 }
                    try await scene.theirs { $0.rank = 1 }
                    try scene.mine.save()
                    let found = try await scene.found { $0.id }
                    try expect(found == nil, "\(name), inChild: \(inChild): the object is there")
                }
            }
        },
        promise("A change meets no conflict where others have changed the object and changed it back") {
            bench in
            for inChild in [false, true] {
                for name in PolicyName.ready {
                    let scene = try await MergeScene(
                        bench, name.policy, inChild: inChild, start: { ($0.rank, $0.remark) = (1, "start") })
                    (scene.object.rank, scene.object.count) = (5, 7)
                    try await scene.theirs { ($0.rank, $0.remark) = (2, "other") }
                    try await scene.theirs { ($0.rank, $0.remark) = (1, "start") }
                    try scene.mine.save()
                    try expectEqual(
                        try await scene.found { [$0.rank, $0.count] }, [5, 7], "\(name), inChild: \(inChild)")
                }
            }
        },
        promise("A change meets no conflict where others have deleted the object and inserted the same again")
        {
            bench in
            let scene = try await MergeScene(bench, start: { $0.rank = 1 })
            scene.object.rank = 5
            try await scene.theyReplace()
            try scene.mine.save()
            try expectEqual(try await scene.found { $0.rank }, 5, "the stored rank")
        },
        promise(
            "A deletion meets no conflict where others have deleted the object and inserted the same again"
        ) { bench in
            let scene = try await MergeScene(bench, start: { $0.rank = 1 })
            try scene.mine.delete(scene.object)
            try await scene.theyReplace()
            try scene.mine.save()
            let found = try await scene.found { $0.id }
            try expect(found == nil, "the object is there")
        },
    ]
}
