import Granary

/// Structures are compared by value: another order in their encoding makes no difference.
enum UnorderedStructurePromises: PromiseList {
    static let category = ConformanceCategory.concurrency
    static let areAboutContent = true

    static var promises: [ConformancePromise] {
        edits.flatMap { edit in
            [
                settles(edit, "Store wins", .storeWins), settles(edit, "Per property", .perProperty),
                agrees(edit), disagrees(edit), offers(edit), undoes(edit),
            ]
        }
    }

    /// Two changes of one property of a basket.
    private struct Edit: Sendable {
        let name: String
        let property: String
        let mine: @Sendable (Basket) -> Void
        let theirs: @Sendable (Basket) -> Void
        let isMine: @Sendable (Basket) -> Bool
    }

    /// The test is repeated, because two copies may be encoded in the same order by chance.
    private static let rounds = 20
    private static let names = (0..<12).map { "fruit \($0)" }

    private static func basket(_ id: Int) -> Basket {
        let basket = Basket(id: id)
        basket.fruits = Set(names)
        basket.weights = [.fine: 1, .good: 2, .poor: 3]
        basket.labels = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($0, $1) })
        basket.content = Basket.Content(
            numbers: Set(0..<12), shares: [.low: Set(names), .middle: [], .high: ["a", "b"]])
        return basket
    }

    private static let edits: [Edit] = [
        Edit(
            name: "a set", property: "fruits", mine: { $0.fruits.insert("mine") },
            theirs: { $0.fruits.remove("fruit 1") },
            isMine: { $0.fruits == Set(names).union(["mine"]) }),
        Edit(
            name: "a dictionary by cases", property: "weights", mine: { $0.weights[.good] = 20 },
            theirs: { $0.weights[.poor] = nil },
            isMine: { $0.weights == [.fine: 1, .good: 20, .poor: 3] }),
        Edit(
            name: "a dictionary by integers", property: "labels", mine: { $0.labels[100] = "mine" },
            theirs: { $0.labels[3] = nil },
            isMine: { $0.labels[100] == "mine" && $0.labels.count == names.count + 1 }),
        Edit(
            name: "a structure with sets", property: "content",
            mine: { $0.content?.shares[.middle] = ["mine"] }, theirs: { $0.content?.numbers.remove(5) },
            isMine: { $0.content?.shares[.middle] == ["mine"] && $0.content?.numbers == Set(0..<12) }),
    ]

    private static func fill(_ bench: ConformanceBench) async throws {
        try await bench.save { context in
            for id in 1...rounds { try context.insert(basket(id)) }
        }
    }

    /// Makes a context that has read all baskets; returns it with the baskets.
    private static func readers(_ bench: ConformanceBench, _ policy: MergePolicy) throws -> (
        context: Context, baskets: [Basket]
    ) {
        let context = try bench.stack.makeContext(ContextOptions().merging(policy))
        return (context, try context.fetch(Basket.all))
    }

    private static func settles(_ edit: Edit, _ name: String, _ policy: MergePolicy) -> ConformancePromise {
        promise("\(name): a change of \(edit.name) is kept beside their change of another property") {
            bench in
            try await fill(bench)
            let mine = try readers(bench, policy)
            for basket in mine.baskets { edit.mine(basket) }
            try await bench.save { context in
                for basket in try context.fetch(Basket.all) { basket.note = "theirs" }
            }
            try mine.context.save()
            let kept = try await bench.perform { context in
                try context.fetch(Basket.all).count { edit.isMine($0) && $0.note == "theirs" }
            }
            try expectEqual(kept, rounds, "baskets with both changes")
        }
    }

    private static func agrees(_ edit: Edit) -> ConformancePromise {
        promise("Per property: the same change of \(edit.name) is no conflict") { bench in
            try await fill(bench)
            let mine = try readers(bench, .perProperty)
            for basket in mine.baskets { edit.mine(basket) }
            try await bench.save { context in
                for basket in try context.fetch(Basket.all) { edit.mine(basket) }
            }
            try mine.context.save()
            let kept = try await bench.perform { try $0.fetch(Basket.all).count(where: edit.isMine) }
            try expectEqual(kept, rounds, "baskets")
        }
    }

    private static func disagrees(_ edit: Edit) -> ConformancePromise {
        promise("Per property: different changes of \(edit.name) are a conflict") { bench in
            try await fill(bench)
            let mine = try readers(bench, .perProperty)
            for basket in mine.baskets { edit.mine(basket) }
            try await bench.save { context in
                for basket in try context.fetch(Basket.all) { edit.theirs(basket) }
            }
            let error = try expectError(.conflict, "the save") { try mine.context.save() }
            try expectEqual(error.conflicts.count, rounds, "conflicts")
        }
    }

    private static func offers(_ edit: Edit) -> ConformancePromise {
        promise("A conflict shows \(edit.name) alike where it is equal in base, mine and theirs") { bench in
            try await fill(bench)
            let mine = try readers(bench, .error)
            for basket in mine.baskets { basket.note = "mine" }
            try await bench.save { context in
                for basket in try context.fetch(Basket.all) { basket.note = "theirs" }
            }
            let error = try expectError(.conflict, "the save") { try mine.context.save() }
            for conflict in error.conflicts {
                let base = try unwrap(conflict.base?[edit.property], "the base")
                try expectEqual(conflict.mine?[edit.property], base, "mine")
                try expectEqual(conflict.theirs?[edit.property], base, "theirs")
            }
        }
    }

    private static func undoes(_ edit: Edit) -> ConformancePromise {
        promise("Undoing a change beside \(edit.name) leaves what others changed in it") { bench in
            try await fill(bench)
            try await bench.perform { context in
                context.history.levels = 1
                let baskets = try context.fetch(Basket.all)
                for basket in baskets { basket.note = "mine" }
                try context.save()
                let other = try bench.stack.makeContext()
                for basket in try other.fetch(Basket.all) { edit.mine(basket) }
                try other.save()
                try context.refreshAll()
                try context.history.undo()
                try expectEqual(
                    baskets.count(where: edit.isMine), rounds, "baskets with the change of others")
                try context.save()
            }
        }
    }
}
