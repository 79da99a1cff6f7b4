import Granary

/// The strategy of a stack decides where its contexts read from and save to, on every backend.
enum StrategyPromises: PromiseList {
    static let category = ConformanceCategory.tasks

    static var promises: [ConformancePromise] {
        everywhere(direct + independent + nested + mixed + own, in: [.united, .apart])
    }

    /// Makes a promise about a stack with a given strategy that contains the library, in separate stores.
    private static func promise(
        _ name: String, needs: Capabilities = [], by strategy: any ContextStrategy,
        _ body: @escaping @Sendable @MainActor (PersistentStack) async throws -> Void
    ) -> ConformancePromise {
        promise(name, needs: needs) { bench in
            try await bench.withLibrary(strategy: strategy, body)
        }
    }

    private static let direct: [ConformancePromise] = [
        promise("Directly, the main context follows the stores and units of work see only them", by: .direct)
        {
            stack in
            let main = try stack.mainContext
            let red = try main.existing(Tag.self, "red")
            try stack.weigh("red", 77)
            await main.followed()
            try expectEqual(red.weight, 77, "the weight after merging")
            red.weight = 78
            let seen = try await stack.perform { try $0.existing(Tag.self, "red").weight }
            try expectEqual(seen, 77, "the weight in a unit of work")
            try main.save()
            try expectEqual(try stack.weight("red"), 78, "the stored weight")
        }
    ]

    private static let independent: [ConformancePromise] = [
        promise(
            "Independently, the main context keeps its snapshot until it refreshes or saves",
            needs: .snapshots, by: .independent
        ) { stack in
            let main = try stack.mainContext
            let red = try main.existing(Tag.self, "red")
            try stack.weigh("red", 77)
            await main.followed()
            try expectEqual(try main.count(Tag.where { $0.weight == 77 }), 0, "tags before the refresh")
            try expectEqual(red.weight, -1, "weight before the refresh")
            try main.refreshAll()
            try expectEqual(red.weight, 77, "weight after the refresh")
            try stack.weigh("red", 78)
            try expectEqual(try main.count(Tag.where { $0.weight == 78 }), 0, "tags before the save")
            try main.insert(Tag(word: "main"))
            try main.save()
            try expectEqual(try main.fetch(Tag.where { $0.weight == 78 }).map(\.word), ["red"], "tags")
            try expectEqual(red.weight, 78, "weight after the save")
        },
        promise("Independently, live objects are refused, and live values follow", by: .independent) {
            stack in
            let live = stack.observeObjects(Tag.all)
            try await expectErrorAsync(.unsupported, "objects that follow") { _ = try await live.next() }
            var values = stack.observe(Tag.where { $0.weight > 70 }).makeAsyncIterator()
            try expectEqual(try await values.next()?.count, 0, "tags before")
            try stack.weigh("red", 77)
            try expectEqual(try await values.next()?.map(\.word), ["red"], "tags after")
        },
    ]

    private static let nested: [ConformancePromise] = [
        promise(
            "Nested units of work see the unsaved changes of the main context, and save with it", by: .nested
        ) {
            stack in
            let main = try stack.mainContext
            try main.existing(Tag.self, "red").weight = 500
            let seen = try await stack.perform { context in
                try context.insert(Tag(word: "given up"))
                return try context.existing(Tag.self, "red").weight
            }
            try expectEqual(seen, 500, "the weight in a unit of work")
            try expect(
                try main.object(Tag.self, "given up") == nil, "an unsaved tag is in the main context")
            try expectEqual(try stack.weight("red"), -1, "the stored weight before the save")
            try await stack.perform { context in
                let book = try context.existing(Book.self, 1)
                book.author = try context.existing(Author.self, 3)
                book.tags.append(Tag(word: "new"))
                try context.save()
            }
            try expect(!main.hasChanges, "the main context has changes left")
            try expectEqual(try main.existing(Book.self, 1).author?.id, 3, "author in the main context")
            try expectEqual(try stack.weight("red"), 500, "the stored weight")
            let reader = try stack.makeContext()
            let book = try reader.existing(Book.self, 1)
            try expectEqual(book.author?.id, 3, "the stored author")
            try expectEqual(book.tags.map(\.word), ["blue", "green", "new"], "the stored tags")
        },
        promise(
            "A refused nested unit of work leaves the main context and the stores alone", by: .nested
        ) {
            stack in
            let main = try stack.mainContext
            let red = try main.existing(Tag.self, "red")
            red.weight = 500
            try await expectErrorAsync(.constraint, "the unit of work") {
                try await stack.perform { context in
                    try context.existing(Book.self, 1).pages = 7_000
                    for id in 1...2 { try context.insert(Seat(id: id, label: "same")) }
                    try context.save()
                }
            }
            try expectEqual(
                main.changes.updated.map { $0 === red }, [true],
                "whether the changed objects of the main context are the tag")
            try expect(main.changes.inserted.isEmpty, "a seat is left in the main context")
            try expectEqual(try main.existing(Book.self, 1).pages, 320, "pages in the main context")
            try expectEqual(try stack.weight("red"), -1, "the stored weight")
            try main.save()
            try expectEqual(try stack.weight("red"), 500, "the weight stored afterwards")
            try expectEqual(try stack.makeContext().count(Seat.all), 0, "seats")
        },
    ]

    private static let mixed: [ConformancePromise] = [
        promise(
            "Mixed, the main context saves through its root and units of work see only the stores", by: .mixed
        ) { stack in
            let main = try stack.mainContext
            let (red, blue) = (try main.existing(Tag.self, "red"), try main.existing(Tag.self, "blue"))
            red.weight = 500
            let seen = try await stack.perform { try $0.existing(Tag.self, "red").weight }
            try expectEqual(seen, -1, "the weight in a unit of work")
            try main.save()
            try expect(!main.hasChanges && main.parent?.hasChanges == false, "changes are left")
            try expectEqual(try stack.weight("red"), 500, "the stored weight")
            try await stack.perform { context in
                try context.existing(Tag.self, "blue").weight = 77
                try context.save()
            }
            await main.followed()
            try expectEqual(blue.weight, 77, "the weight after merging")
        }
    ]

    /// A custom strategy: the main context is read-only, and units of work overwrite the changes of others.
    private struct Showing: ContextStrategy {
        func mainRoute(_ standard: MainContextRoute) -> MainContextRoute {
            var route = standard
            route.options.saves = .refuse
            return route
        }

        func backgroundRoute(_ standard: BackgroundRoute) -> BackgroundRoute {
            var route = standard
            route.options.mergePolicy = .memoryWins
            return route
        }
    }

    private static let own: [ConformancePromise] = [
        promise("A strategy of one's own decides what contexts do", by: Showing()) { stack in
            let main = try stack.mainContext
            try main.existing(Tag.self, "red").weight = 500
            try expectError(.unsupported, "the save of the main context") { try main.save() }
            try await stack.perform { context in
                let red = try context.existing(Tag.self, "red")
                try stack.weigh("red", 77)
                red.weight = 78
                try context.save()
            }
            try expectEqual(try stack.weight("red"), 78, "the stored weight")
        }
    ]
}
