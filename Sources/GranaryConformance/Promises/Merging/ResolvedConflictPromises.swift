import Granary

/// A conflict is resolved in place: the next save writes the program's decision, and the policy stays the same.
enum ResolvedConflictPromises: PromiseList {
    static let category = ConformanceCategory.concurrency
    static let areAboutContent = true

    static var promises: [ConformancePromise] { decisions + deletions + limits }

    /// Both change the remark and the count, and each side another attribute.
    private static func decides(
        _ name: String, _ decide: @escaping @Sendable (SaveConflict) throws -> ConflictResolution,
        gives expected: String, staysChanged: Bool = true
    ) -> ConformancePromise {
        merging(name) { scene in
            (scene.object.count, scene.object.remark, scene.object.high) = (1, "mine", 1)
            try await scene.theirs { ($0.count, $0.remark, $0.low) = (2, "theirs", 2) }
            let conflict = try scene.conflict()
            try scene.mine.resolve(conflict, with: decide)
            try expectEqual(scene.mine.hasChanges, staysChanged, "whether there are changes")
            try scene.mine.save()
            func show(_ tally: Tally) -> String {
                "\(tally.count) \(tally.remark ?? "") \(tally.high ?? 0) \(tally.low ?? 0)"
            }
            try expectEqual(show(scene.object), expected, "the tally in the context")
            let found = try await scene.found {
                "\($0.count) \($0.remark ?? "") \($0.high ?? 0) \($0.low ?? 0)"
            }
            try expectEqual(found, expected, "the stored tally")
        }
    }

    private static let decisions: [ConformancePromise] = [
        decides(
            "A conflict resolved for mine is saved, with what others changed alone", { _ in .mine },
            gives: "3 mine 1 2.0"),
        decides(
            "A conflict resolved for theirs leaves nothing to save", { _ in .theirs },
            gives: "2 theirs 0 2.0",
            staysChanged: false),
        decides(
            "A conflict is resolved with values that a closure makes of base, mine and theirs",
            { conflict in
                let texts = [conflict.base, conflict.mine, conflict.theirs].map { side -> String in
                    if case .text(let text)? = side?["remark"] { text } else { "-" }
                }
                return .values(["remark": .text(texts.joined(separator: "/"))])
            }, gives: "3 base/mine/theirs 0 2.0"),
        promise("Of several conflicts each is resolved in its own way, and one save writes all") { bench in
            try await bench.save { context in
                for id in 1...4 { try context.insert(Tally(id: id, remark: "base")) }
            }
            let mine = try bench.stack.makeContext()
            for tally in try mine.fetch(Tally.all) { tally.remark = "mine" }
            try await bench.save { for tally in try $0.fetch(Tally.all) { tally.remark = "theirs" } }
            let error = try expectError(.conflict, "the save") { try mine.save() }
            try expectEqual(error.conflicts.count, 4, "conflicts")
            for conflict in error.conflicts.dropLast() {
                try mine.resolve(conflict, with: conflict.key == .integer(2) ? .theirs : .mine)
            }
            let rest = try expectError(.conflict, "the second save") { try mine.save() }
            try expectEqual(rest.conflicts.map(\.key), [.integer(4)], "conflicts that are left")
            try mine.resolve(try unwrap(rest.conflicts.first, "the last one"), with: .theirs)
            try mine.save()
            let found = try await bench.perform { try $0.fetch(Tally.all).map { $0.remark ?? "" } }
            try expectEqual(found, ["mine", "theirs", "mine", "theirs"], "remarks")
        },
        promise("Conflicts come in the order of their keys, also those that follow from a deletion", .united)
        {
            bench in
            try await bench.save { context in
                let second = Person(id: 2, name: "second")
                try context.insert(second)
                try context.insert(Person(id: 4, name: "first", next: second))
            }
            let mine = try bench.stack.makeContext()
            defer { mine.close() }
            try mine.delete(try mine.existing(Person.self, 4))
            try await bench.save { context in
                let person = try context.existing(Person.self, 4)
                (person.name, person.next) = ("changed", nil)
            }
            let error = try expectError(.conflict, "the save") { try mine.save() }
            try expectEqual(error.conflicts.map(\.key), [.integer(2), .integer(4)], "conflicts")
            for conflict in error.conflicts { try mine.resolve(conflict, with: .theirs) }
            try mine.save()
            let found = try await bench.perform { try $0.fetch(Person.all).map(\.name) }
            try expectEqual(found, ["second", "changed"], "names")
        },
    ]

    private static let deletions: [ConformancePromise] = [
        merging("A resolved deletion against a change: the object stays deleted, or comes back") { scene in
            try scene.mine.delete(scene.object)
            try await scene.theirs { $0.remark = "theirs" }
            try scene.mine.resolve(try scene.conflict(), with: .theirs)
            try expect(!scene.mine.hasChanges, "there are changes")
            let again = try scene.mine.existing(Tally.self, 1)
            try expectEqual(again.remark, "theirs", "the remark in the context")
            try scene.mine.delete(again)
            try await scene.theirs { $0.remark = "once more" }
            try scene.mine.resolve(try scene.conflict(), with: .mine)
            try scene.mine.save()
            try expectEqual(try await scene.found { $0.id }, nil, "the key of the tally")
        },
        merging("A resolved change of what others deleted: the object is gone") { scene in
            scene.object.remark = "mine"
            try await scene.theyDelete()
            try scene.mine.resolve(try scene.conflict(), with: .theirs)
            try expect(!scene.mine.hasChanges, "there are changes")
            try scene.mine.save()
            try expectEqual(try await scene.found { $0.id }, nil, "the key of the tally")
        },
        merging("A resolved change of what others deleted: the object is inserted again") { scene in
            scene.object.remark = "mine"
            try await scene.theyDelete()
            try scene.mine.resolve(try scene.conflict(), with: .mine)
            try scene.mine.save()
            try expectEqual(try await scene.found { $0.remark }, "mine", "the stored remark")
        },
        merging("A deletion cannot be resolved with values, and stays in conflict") { scene in
            scene.object.remark = "mine"
            try await scene.theyDelete()
            let conflict = try scene.conflict()
            try expectError(.conflict, "resolving") {
                try scene.mine.resolve(conflict, with: .values(["remark": .null]))
            }
            try expectEqual(scene.object.remark, "mine", "the remark in the context")
            _ = try scene.conflict()
        },
    ]

    private static let limits: [ConformancePromise] = [
        merging("Where others change the object again, the next save finds that conflict") { scene in
            scene.object.remark = "mine"
            try await scene.theirs { $0.remark = "theirs" }
            let conflict = try scene.conflict()
            try await scene.theirs { $0.remark = "later" }
            try scene.mine.resolve(conflict, with: .mine)
            let next = try scene.conflict()
            try expectEqual(next.base?["remark"], .text("theirs"), "the base of the next conflict")
            try expectEqual(next.theirs?["remark"], .text("later"), "theirs in the next conflict")
            try scene.mine.resolve(next, with: .mine)
            try scene.mine.save()
            try expectEqual(try await scene.found { $0.remark }, "mine", "the stored remark")
        },
        merging("Without a change of the object there is nothing to resolve") { scene in
            scene.object.remark = "mine"
            try await scene.theirs { $0.remark = "theirs" }
            let conflict = try scene.conflict()
            scene.mine.rollback()
            try expectError(.invalidObject, "resolving") { try scene.mine.resolve(conflict, with: .mine) }
            try expectEqual(
                try scene.mine.existing(Tally.self, 1).remark, "theirs", "the remark in the context")
        },
        merging("A decision that names an unknown property changes nothing") { scene in
            scene.object.remark = "mine"
            try await scene.theirs { $0.remark = "theirs" }
            let conflict = try scene.conflict()
            try expectError(.query, "resolving") {
                try scene.mine.resolve(conflict, with: .values(["nothing": .null]))
            }
            try expectError(.conflict, "resolving") { try scene.mine.resolve(conflict, with: .error) }
            try expectEqual(scene.object.remark, "mine", "the remark in the context")
        },
        promise("A requirement is resolved too: the object is required as it is now") { bench in
            let scene = try await MergeScene(bench)
            scene.mine.require(unchanged: scene.object)
            try scene.mine.insert(Tally(id: 2))
            try await scene.theirs { $0.remark = "theirs" }
            try scene.mine.resolve(try scene.conflict(), with: .theirs)
            try expectEqual(scene.object.remark, "theirs", "the remark in the context")
            try await scene.theirs { $0.remark = "later" }
            try scene.mine.resolve(try scene.conflict(), with: .theirs)
            try scene.mine.save()
            try expectEqual(try await bench.perform { try $0.count(Tally.all) }, 2, "tallies")
        },
        promise("Undoing goes back over a resolved conflict, without what others changed") { bench in
            let scene = try await MergeScene(bench)
            scene.mine.history.levels = 5
            (scene.object.remark, scene.object.high) = ("mine", 1)
            try await scene.theirs { ($0.remark, $0.low) = ("theirs", 2) }
            try scene.mine.resolve(try scene.conflict(), with: .mine)
            try scene.mine.save()
            try expect(try scene.mine.history.undo(), "nothing to undo")
            try expectEqual(
                "\(scene.object.remark ?? "") \(scene.object.high ?? 0) \(scene.object.low ?? 0)",
                "base 0 2.0", "the tally after undoing")
            try expect(try !scene.mine.history.undo(), "there was another step")
        },
    ]
}
