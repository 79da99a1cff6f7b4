import Granary

/// One tally that two sides have read: this context, and the others, who are other units of work or the parent of this
/// context.
struct MergeScene {
    let bench: ConformanceBench
    let mine: Context
    let object: Tally
    private let parent: Context?

    /// Stores a tally and reads it in a context with a policy, or in a child of one.
    init(
        _ bench: ConformanceBench, _ policy: MergePolicy = .error, inChild: Bool = false,
        start: @escaping @Sendable (Tally) -> Void = { _ in }
    ) async throws {
        self.bench = bench
        try await bench.save { context in
            if let former = try context.object(Tally.self, 1) { try context.delete(former) }
            try context.save()
            let tally = Tally(id: 1, remark: "base")
            start(tally)
            try context.insert(tally)
        }
        parent = inChild ? try bench.stack.makeContext() : nil
        mine =
            try parent?.makeChild(.child.merging(policy)) ?? bench.stack.makeContext(.init().merging(policy))
        object = try mine.existing(Tally.self, 1)
    }

    /// The others change the tally.
    func theirs(_ change: @escaping @Sendable (Tally) -> Void) async throws {
        if let parent { return change(try parent.existing(Tally.self, 1)) }
        try await bench.save { change(try $0.existing(Tally.self, 1)) }
    }

    /// The others delete the tally.
    func theyDelete() async throws {
        if let parent { return try parent.delete(try parent.existing(Tally.self, 1)) }
        try await bench.save { try $0.delete(try $0.existing(Tally.self, 1)) }
    }

    /// The others delete the tally and insert another one, whose rank is 1.
    func theyReplace() async throws {
        try await theyDelete()
        try await bench.save { context in
            let same = Tally(id: 1, remark: "base")
            same.rank = 1
            try context.insert(same)
        }
    }

    /// The tally as others currently see it; `nil` if there is none.
    func found<R: Sendable>(_ read: @escaping @Sendable (Tally) -> R) async throws -> R? {
        if let parent { return try parent.object(Tally.self, 1).map(read) }
        return try await bench.perform { try $0.object(Tally.self, 1).map(read) }
    }

    /// The conflict that a save of this context throws.
    func conflict() throws -> SaveConflict {
        try unwrap(
            try expectError(.conflict, "the save") { try mine.save() }.conflicts.first, "the conflict")
    }
}

extension PromiseList {
    /// A promise that holds against stores and against a parent.
    static func merging(
        _ name: String, _ policy: MergePolicy = .error,
        start: @escaping @Sendable (Tally) -> Void = { _ in },
        _ body: @escaping @Sendable (MergeScene) async throws -> Void
    ) -> ConformancePromise {
        promise(name) { bench in
            for inChild in [false, true] {
                try await body(try await MergeScene(bench, policy, inChild: inChild, start: start))
            }
        }
    }
}
