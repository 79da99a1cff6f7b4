import Granary

/// Actions read and save at the place set by the strategy of their stack and the intent of their context.
enum ActionRoutePromises: PromiseList {
    static let category = ConformanceCategory.tasks

    static var promises: [ConformancePromise] { strategies + intents }

    /// Makes a promise about a stack with a given strategy that contains the library, in separate stores.
    private static func promise(
        _ name: String, needs: Capabilities = [], by strategy: any ContextStrategy = .direct,
        _ body: @escaping @Sendable @MainActor (PersistentStack) async throws -> Void
    ) -> ConformancePromise {
        promise(name, needs: needs) { bench in try await bench.withLibrary(strategy: strategy, body) }
    }

    private static let strategies: [ConformancePromise] = [
        promise("Directly, an action sees only the stores, and the main context follows what it saves") {
            stack in
            let main = try stack.mainContext
            let (red, blue) = (try main.existing(Tag.self, "red"), try main.existing(Tag.self, "blue"))
            red.weight = 500
            let seen = try await stack.weighBlue(77)
            await main.followed()
            try expectEqual(seen, -1, "the weight in the action")
            try expectEqual([red.weight, blue.weight], [500, 77], "weights in the main context")
            try expectEqual(main.changes.updated.count, 1, "unsaved tags")
        },
        promise(
            "Independently, the main context keeps its snapshot while actions save", needs: .snapshots,
            by: .independent
        ) { stack in
            let main = try stack.mainContext
            let blue = try main.existing(Tag.self, "blue")
            let before = blue.weight
            try await stack.weighBlue(77)
            await main.followed()
            try expectEqual(blue.weight, before, "the weight before the refresh")
            try expectEqual(try main.count(Tag.where { $0.weight == 77 }), 0, "tags before the refresh")
            try main.refreshAll()
            try expectEqual(blue.weight, 77, "the weight after the refresh")
        },
        promise(
            "Nested, an action sees the unsaved changes of the main context, and saves with them", by: .nested
        ) {
            stack in
            let main = try stack.mainContext
            let (red, blue) = (try main.existing(Tag.self, "red"), try main.existing(Tag.self, "blue"))
            red.weight = 500
            let seen = try await stack.weighBlue(77)
            try expectEqual(seen, 500, "the weight in the action")
            try expectEqual(blue.weight, 77, "the weight in the main context")
            try expect(!main.hasChanges, "changes are left")
            try expectEqual(
                [try stack.weight("red"), try stack.weight("blue")], [500, 77], "stored weights")
        },
        promise(
            "Nested, an action that fails leaves the main context with its own changes alone", by: .nested
        ) {
            stack in
            let main = try stack.mainContext
            let red = try main.existing(Tag.self, "red")
            red.weight = 500
            let action = stack.run(.entity(Tag.self)) { _, context in
                try context.existing(Tag.self, "red").weight = 1
                try context.insert(Tag(word: "never"))
                throw GranaryError(.notFound, "Nothing is there.")
            }
            try await expectErrorAsync(.notFound, "the action") { try await action.result() }
            try expect(try main.object(Tag.self, "never") == nil, "an unsaved tag is in the main context")
            try expectEqual(red.weight, 500, "the weight in the main context")
            try expectEqual(try stack.weight("red"), -1, "the stored weight")
        },
        promise("Mixed, actions see only the stores, and the main context follows what they save", by: .mixed)
        {
            stack in
            let main = try stack.mainContext
            let (red, blue) = (try main.existing(Tag.self, "red"), try main.existing(Tag.self, "blue"))
            red.weight = 500
            let seen = try await stack.weighBlue(77)
            await main.followed()
            try expectEqual(seen, -1, "the weight in the action")
            try expectEqual([red.weight, blue.weight], [500, 77], "weights in the main context")
            try main.save()
            try expectEqual(
                [try stack.weight("red"), try stack.weight("blue")], [500, 77], "stored weights")
        },
    ]

    private static let intents: [ConformancePromise] = [
        promise(
            "An action with the options of an importer keeps its values where others have changed the same"
        ) {
            stack in
            for (options, expected) in [(ContextOptions.importer, 1), (ContextOptions(), 2)] {
                try stack.weigh("red", 0)
                let action = stack.run(.entity(Tag.self), options: options) { _, context in
                    let red = try context.existing(Tag.self, "red")
                    try stack.weigh("red", 2)
                    red.weight = 1
                    try context.save()
                }
                _ = try? await action.result()
                try expectEqual(action.outcome?.isSuccess, expected == 1, "whether the action succeeded")
                try expectEqual(try stack.weight("red"), expected, "the stored weight")
            }
        },
        promise("An action in a temporary context succeeds, and stores nothing") { stack in
            let action = stack.run(.general, options: .temporary) { _, context in
                try context.insert(Tag(word: "never"))
                try context.save()
                return try context.count(Tag.all)
            }
            _ = try await action.result()
            try expectEqual(
                try stack.reading { try $0.fetch(Tag.all).map(\.word) }, ["blue", "green", "red", "unused"],
                "stored tags")
        },
    ]
}

extension PersistentStack {
    /// Changes the weight of the blue tag in an action; returns the weight that the red one has there.
    @discardableResult
    fileprivate func weighBlue(_ weight: Int) async throws -> Int? {
        try await run(.entity(Tag.self)) { _, context in
            try context.existing(Tag.self, "blue").weight = weight
            try context.save()
            return try context.existing(Tag.self, "red").weight
        }.result()
    }
}
