import Granary

/// The state after a save in the background that fails, is repeated, or loses its stores.
enum BackgroundSaveRecoveryPromises: PromiseList {
    static let category = ConformanceCategory.unitOfWork

    static var promises: [ConformancePromise] {
        everywhere(failures + repetition, in: [.united, .apart]) + exchanges
    }

    /// Makes a promise about a stack with one thread for work that contains the library, in separate stores.
    private static func promise(
        _ name: String, by strategy: any ContextStrategy = .direct,
        _ body: @escaping @Sendable @MainActor (PersistentStack) async throws -> Void
    ) -> ConformancePromise {
        promise(name) { bench in try await bench.withOneWorker(strategy: strategy, body) }
    }

    private static let failures: [ConformancePromise] = [
        promise("A change that is undone while a save in the background fails is gone") { stack in
            let main = try stack.mainContext
            main.history.levels = 10
            let seats = try insertSeats(in: main)
            let red = try main.existing(Tag.self, "red")
            main.history.step { red.weight = 1 }
            try await expectErrorAsync(.constraint, "the save") {
                try await stack.saveHeld(main) { _ in
                    try expect(try main.history.undo(), "nothing to undo")
                }
            }
            try expectEqual(red.weight, -1, "the weight")
            try expectEqual(main.changes.properties(of: red), [], "changed properties")
            try stack.weigh("red", 77)
            seats[1].label = "another"
            try main.save()
            try expectEqual(try stack.weight("red"), 77, "the stored weight")
        },
        promise("A stored pair stays whole if a new object of its key is undone during a refused save") {
            stack in
            let (context, other) = (try stack.makeContext(), try stack.makeContext())
            context.history.levels = 10
            _ = try context.count(Card.all)
            try context.insert(Card(id: 700, shelf: "mine"))
            let card = Card(id: 700, shelf: "theirs")
            try other.insert(card)
            try other.save()
            try other.existing(Book.self, 1).card = card
            try other.save()
            try await expectErrorAsync(.constraint, "the save") {
                try await stack.saveHeld(context) { _ in
                    try expect(try context.history.undo(), "nothing to undo")
                }
            }
            let (book, stored) = (try context.existing(Book.self, 1), try context.existing(Card.self, 700))
            try expect(book.card === stored && stored.book === book, "half a pair is shown")
            try expect(!context.hasChanges, "there are changes")
        },
        promise("A rollback after a save in the background that was cancelled shows what others have saved") {
            stack in
            let main = try stack.mainContext
            let (red, blue) = (try main.existing(Tag.self, "red"), try main.existing(Tag.self, "blue"))
            red.weight = 1
            try await expectErrorAsync(.cancelled, "the save") {
                try await stack.saveHeld(main) { cancel in
                    blue.weight = 2
                    try stack.weigh("red", 77)
                    try stack.weigh("blue", 88)
                    await main.followed()
                    main.rollback()
                    try expectEqual([red.weight, blue.weight], [1, 88], "weights during the save")
                    cancel()
                }
            }
            try expectEqual(main.changes.properties(of: red), ["weight"], "changed properties")
            main.rollback()
            try expectEqual([red.weight, blue.weight], [77, 88], "weights after the rollback")
        },
        promise("A deletion stays forbidden when the save in the background of the new object has failed") {
            stack in
            let main = try stack.mainContext
            let book = Book(id: 60, title: "new")
            try main.insert(book)
            let loan = Loan(reader: "reader")
            try main.insert(loan)
            loan.book = book
            let seats = try insertSeats(in: main)
            try await expectErrorAsync(.constraint, "the save") {
                try await stack.saveHeld(main) { _ in try main.delete(book) }
            }
            seats[1].label = "another"
            let error = try expectError(.constraint, "the next save") { try main.save() }
            try expectEqual(error.context.constraint, .deny, "the constraint")
            try main.delete(loan)
            try main.save()
            try expectEqual(try stack.reading { try $0.count(Seat.all) }, 2, "seats")
        },
    ]

    private static let repetition: [ConformancePromise] = [
        promise("A requirement that is repeated during a save in the background holds for the next save") {
            stack in
            let main = try stack.mainContext
            let blue = try main.existing(Tag.self, "blue")
            try main.existing(Tag.self, "red").weight = 1
            main.require(unchanged: blue)
            try await stack.saveHeld(main) { _ in main.require(unchanged: blue) }
            try expectEqual(try stack.weight("red"), 1, "the stored weight")
            try stack.weigh("blue", 77)
            try expectError(.conflict, "the next save") { try main.save() }
        },
        promise("A save in the background that is repeated fills what backfills have for later objects") {
            bench in
            var settings = bench.harness.settings
            settings.workers = 1
            let stack = try PersistentStack(
                bench.schema().filling([BackfillPromises.titles]), registry: bench.registry(),
                settings: settings)
            try await stack.attachPersistentStores(for: bench.configurations(at: "filling"))
            try await bench.withStack(stack) { stack in try await repeatFilling(stack) }
            try await stack.destroyPersistentStores()
        },
    ]

    @MainActor private static func repeatFilling(_ stack: PersistentStack) async throws {
        try await stack.perform { context in
            try context.insert(Book(id: 1, title: "first", pages: 1))
            try context.save()
        }
        let main = try stack.mainContext
        try main.existing(Book.self, 1).rating = 5
        try await stack.saveHeld(main) { _ in
            try stack.reading { context in
                try context.existing(Book.self, 1).pages = 2
                try context.save()
            }
            try main.insert(Book(id: 2, title: "later"))
        }
        try main.save()
        let found = try await BackfillPromises.subtitles(stack)
        try expectEqual(found, ["first", "later"], "subtitles")
    }

    private static let exchanges: [ConformancePromise] = [
        promise("A save in the background whose store is detached meanwhile says that its changes are lost") {
            try await loseStore(of: $0)
        },
        promise(
            "Mixed, a save in the background whose store is detached meanwhile says that its changes are lost",
            by: .mixed
        ) { try await loseStore(of: $0) },
    ]

    /// Detaches the store of the tags while the save waits, which it does because the stack is suspended.
    @MainActor private static func loseStore(of stack: PersistentStack) async throws {
        let main = try stack.mainContext
        let red = try main.existing(Tag.self, "red")
        red.weight = 1
        let tags = try unwrap(stack.schema.entity(of: Tag.self), "the entity").configuration
        var detaching: Task<Void, any Error>?
        let error = try await expectErrorAsync(.closed, "the save") {
            try await stack.saveHeld(main) { _ in
                let suspending = Task { try await stack.suspend(lettingReadsThrough: true) }
                while stack.isReady { await Task.yield() }
                detaching = Task { @MainActor in
                    try await suspending.value
                    try await stack.detachPersistentStore(tags)
                    stack.resume()
                }
            }
        }
        try await detaching?.value
        try expect(error.message.contains("lost"), "the message: \(error.message)")
        try expectError(.closed, "fetching") { _ = try main.fetch(Tag.all) }
        try expect(!main.hasChanges && main.parent?.hasChanges != true, "changes are left")
        try expectEqual(red._objectState.phase, .detached, "the object")
    }

    /// Inserts two seats that cannot be saved together.
    private static func insertSeats(in context: Context) throws -> [Seat] {
        let seats = (1...2).map { Seat(id: $0, label: "same") }
        for seat in seats { try context.insert(seat) }
        return seats
    }
}
