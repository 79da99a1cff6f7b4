import Granary

/// From one version of the models to the next, a new attribute becomes required once a backfill has filled it.
enum BackfillVersionPromises: PromiseList {
    static let category = ConformanceCategory.migrations

    static var promises: [ConformancePromise] { [way] }

    /// The models without the attribute.
    enum First {
        @Model final class Leaf {
            var id: Int
            var name: String
        }
    }

    /// The models with the attribute, which objects may not have yet.
    enum Second {
        @Model final class Leaf {
            var id: Int
            var name: String
            var slug: String?
        }
    }

    /// The models with the attribute, which every object has.
    enum Third {
        @Model final class Leaf {
            var id: Int
            var name: String
            var slug: String
        }
    }

    /// Opens the store with some models, and closes it again.
    private static func open<R: Sendable>(
        _ bench: ConformanceBench, _ schema: Schema,
        _ body: @Sendable (PersistentStack) async throws -> R
    ) async throws -> R {
        let stack = try bench.stack(of: [bench.configuration("All", at: "leaves")], schema: schema)
        return try await bench.withStack(stack, body)
    }

    private static func schema(_ leaf: any Model.Type) throws -> Schema {
        try Schema("Leaves", configurations: ["All": [leaf]])
    }

    private static let way = promise(
        "A new attribute is optional, is filled, even with interruptions, and then becomes required",
        needs: [.persistent, .migration], .united
    ) { bench in
        let slugs = Backfill(Second.Leaf.self, where: { $0.slug == nil }) { $0.slug = $0.name.lowercased() }
        let (first, third) = (try schema(First.Leaf.self), try schema(Third.Leaf.self))
        let second = try schema(Second.Leaf.self).filling([slugs])
        try await open(bench, first) { stack in
            try await stack.perform { context in
                for id in 1...9 { try context.insert(First.Leaf(id: id, name: "Leaf \(id)")) }
                try context.save()
            }
        }
        try await expectErrorAsync(.incompatible, "the third version") {
            try await open(bench, third) { _ in }
        }
        try await open(bench, second) { stack in
            try await stack.perform { context in
                try context.insert(Second.Leaf(id: 10, name: "New", slug: nil))
                try context.save()
            }
            try await expectErrorAsync(.cancelled, "the backfill") {
                _ = try await Task {
                    try await stack.backfill(slugs, pace: BackfillPace(rows: 4, pause: .zero)) { _ in
                        withUnsafeCurrentTask { $0?.cancel() }
                    }
                }.value
            }
        }
        let error = try await expectErrorAsync(.constraint, "the third version, too early") {
            try await open(bench, third) { _ in }
        }
        try expectEqual(error.context.constraint, .notNull, "the constraint")
        try expect(error.message.contains("Backfill"), error.message)
        let results = try await open(bench, second) { try await $0.backfill() }
        try expectEqual(results.map(\.filled), [5], "filled by the last run")
        try expectEqual(results.map(\.left), [0], "left")
        let found = try await open(bench, third) { stack in
            try await stack.perform { try $0.fetch(Third.Leaf.all).map(\.slug) }
        }
        try expectEqual(found, (1...9).map { "leaf \($0)" } + ["new"], "slugs")
        try bench.harness.backend.type.destroy(bench.configuration("All", at: "leaves"))
    }
}
