import Granary

/// A destroyed store is gone, and nothing else; a store that could not be attached leaves nothing.
enum DestroyingPromises: PromiseList {
    static let category = ConformanceCategory.lifecycle

    static var promises: [ConformancePromise] { destroying + erasing + leaving }

    private static let destroying: [ConformancePromise] = [
        promise("A destroyed stack says so on every use, and its stores are gone") { bench in
            let stack = try bench.anotherStack(at: "other")
            try await stack.start()
            let context = try stack.makeContext()
            try await bench.saveTag("t", in: stack)
            try await stack.destroy()
            try expectEqual(stack.status.phase, .destroyed, "the phase")
            try await expectErrorAsync(.destroyed, "a unit of work") { try await stack.perform { _ in } }
            try expectError(.destroyed, "a context") { _ = try stack.makeContext() }
            try expectError(.destroyed, "a kept context") { _ = try context.count(Tag.all) }
            try await expectErrorAsync(.destroyed, "the main context") {
                try await MainActor.run { _ = try stack.mainContext }
            }
            try await expectErrorAsync(.destroyed, "starting") { try await stack.start() }
            try await expectErrorAsync(.destroyed, "attaching") {
                try await stack.attachPersistentStores(for: [])
            }
            try await expectErrorAsync(.destroyed, "waiting") { try await stack.ready() }
            try await expectErrorAsync(.destroyed, "destroying it again") { try await stack.destroy() }
            try await expectLifeToBeOver(stack)
            try await expectWorkToBeOver(stack)
            try await stack.close()
            try expectEqual(stack.status.phase, .destroyed, "the phase after closing it")
            let again = try bench.anotherStack(at: "other")
            try await bench.withStack(again) {
                try expectEqual(try await bench.words(in: $0), [], "tags in a new stack")
                try expectEqual(
                    try areNew($0), try await tellsNew(bench), "whether new stores are made")
            }
            try await bench.anotherStack(at: "other").destroyPersistentStores()
        },
        promise("Destroying waits for a unit of work, and a time limit leaves everything as it was") {
            bench in
            let (stack, halt) = (try bench.anotherStack(at: "other"), Halt())
            defer { halt.goOn() }
            try await stack.start()
            let task = await stack.beginSavingTag("running", behind: halt)
            try await expectErrorAsync(.timeout, "destroying") {
                try await stack.destroy(running: .wait(upTo: .milliseconds(5)))
            }
            halt.goOn()
            try await task.value
            try expectEqual(try await bench.words(in: stack), ["running"], "tags")
            try await stack.destroy()
        },
        promise("Destroying one store leaves the other at work", .apart) { bench in
            let stack = try bench.anotherStack(at: "other")
            try await bench.withStack(stack) { stack in
                let context = try stack.makeContext()
                try Library.insert(in: context)
                try context.save()
                try await stack.destroyPersistentStores(["Reference"])
                try expectEqual(stack.attachedStores.map(\.name), ["Operations"], "attached")
                try expectEqual(try await bench.books(in: stack), 10, "books")
                try await expectErrorAsync(.closed, "authors") {
                    _ = try await stack.perform { try $0.count(Author.all) }
                }
                try await stack.attachPersistentStore(for: bench.configuration("Reference", at: "other"))
                try expectEqual(try await stack.perform { try $0.count(Author.all) }, 0, "authors")
            }
            try await bench.anotherStack(at: "other").destroyPersistentStores()
        },
        promise("A store that two configurations share is destroyed for both or for none", .together) {
            bench in
            try await bench.saveLibrary()
            let backend = bench.harness.backend.type
            let places = Set(try bench.configurations().map { try backend.location(of: $0) ?? $0.name })
            // Where stores have no place, each configuration has its own.
            if places.count > 1 { return }
            let error = try await expectErrorAsync(.configuration, "destroying one") {
                try await bench.stack.destroyPersistentStores(["Reference"])
            }
            try expect(error.message.contains("“Operations”"), error.message)
            try expectEqual(try await bench.books(in: bench.stack), 10, "books")
        },
        promise("Destroying what is not attached is an error") { bench in
            try await expectErrorAsync(.notFound, "destroying") {
                try await bench.stack.destroyPersistentStores(["Nothing"])
            }
            try expectEqual(bench.stack.attachedStores.count, 2, "stores")
        },
    ]

    /// Expects everything that concerns the stores of a destroyed stack to report that.
    private static func expectLifeToBeOver(_ stack: PersistentStack) async throws {
        let name = try unwrap(stack.attachedStores.first, "a configuration").name
        try expectError(.destroyed, "stopping") { try stack.stop() }
        try await expectErrorAsync(.destroyed, "stopping elsewhere") { try await stack.stop() }
        try await expectErrorAsync(.destroyed, "suspending") { try await stack.suspend() }
        for name in [name, "Nothing"] {
            try await expectErrorAsync(.destroyed, "detaching \(name)") {
                try await stack.detachPersistentStore(name)
            }
            try await expectErrorAsync(.destroyed, "erasing \(name)") { try await stack.eraseAll(in: name) }
            try await expectErrorAsync(.destroyed, "destroying \(name)") {
                try await stack.destroyPersistentStores([name])
            }
            try await expectErrorAsync(.destroyed, "moving \(name)") {
                try await stack.moveStore(named: name, to: "/elsewhere")
            }
        }
        try expectError(.destroyed, "destroying the stores") { try stack.destroyPersistentStores() }
        try await expectErrorAsync(.destroyed, "destroying the stores elsewhere") {
            try await stack.destroyPersistentStores()
        }
    }

    /// Expects all work with a destroyed stack to report that.
    private static func expectWorkToBeOver(_ stack: PersistentStack) async throws {
        let backfill = Backfill(Tag.self, where: { $0.weight == nil }) { $0.weight = 1 }
        try await expectErrorAsync(.destroyed, "filling") { _ = try await stack.backfill(backfill) }
        let action = stack.run(.general) { _, _ in }
        try await expectErrorAsync(.destroyed, "an action") { try await action.result() }
        try await expectErrorAsync(.destroyed, "following saves") {
            for try await _ in stack.changes(of: Tag.self) {}
        }
        try await expectErrorAsync(.destroyed, "following a query") {
            for try await _ in stack.observe(Tag.all) {}
        }
    }

    private static let erasing: [ConformancePromise] = [
        promise(
            "Erasing deletes every object of a configuration, keeps the store, and leaves the others", .apart
        ) {
            bench in
            try await bench.saveLibrary()
            let identity = try bench.store(of: "Book").identity
            try await bench.stack.eraseAll(in: "Operations")
            try expectEqual(try await bench.books(in: bench.stack), 0, "books")
            try expectEqual(try await bench.words(in: bench.stack), [], "tags")
            try expectEqual(
                try await bench.perform { try $0.count(Author.all) }, Library.authors.count, "authors")
            try expectEqual(try bench.store(of: "Book").identity, identity, "the identity of the store")
            try await bench.saveTag("new", in: bench.stack)
            try await bench.stack.eraseAll(in: "Operations")
            try await bench.stack.eraseAll(in: "Operations")
            try expectEqual(try await bench.words(in: bench.stack), [], "tags at last")
        },
        promise("References to erased objects of another store read as nil", .apart) { bench in
            try await bench.saveLibrary()
            try await bench.stack.eraseAll(in: "Reference")
            let authors = try await bench.perform { try $0.fetch(Book.all).compactMap { $0.author?.name } }
            try expectEqual(authors, [], "authors of books")
            try expectEqual(try await bench.books(in: bench.stack), 10, "books")
        },
        promise("The main context hears of an erasure") { bench in
            try await bench.saveLibrary()
            let context = try await MainActor.run {
                let context = try bench.stack.mainContext
                try expectEqual(try context.fetch(Book.all).count, 10, "books at first")
                return ObjectIdentifier(context)
            }
            try await bench.stack.eraseAll(in: "Operations")
            try await MainActor.run {
                let same = try bench.stack.mainContext
                try expectEqual(ObjectIdentifier(same), context, "the context")
                try expect(try same.object(Book.self, 1) == nil, "an erased book is still found")
                try expectEqual(try same.count(Book.all), 0, "books")
            }
        },
        promise("Erasing what is not attached is an error") { bench in
            try await expectErrorAsync(.notFound, "erasing") {
                try await bench.stack.eraseAll(in: "Nothing")
            }
        },
    ]

    private static let leaving: [ConformancePromise] = [
        promise(
            "When one of several stores cannot be attached, those that were made for it are removed", .apart
        ) {
            bench in
            let registry = try StoreRegistry(backends: [bench.harness.backend, Backend(Unopenable.self)])
            let stack = try PersistentStack(bench.schema(), registry: registry)
            let placed = try bench.configurations(at: "other")
            try await bench.withStack(stack) { stack in
                for position in placed.indices {
                    var stores = placed
                    stores[position] = StoreConfiguration(name: placed[position].name, type: Unopenable.type)
                    let attached = stores
                    try await expectErrorAsync(.io, "attaching") {
                        try await stack.attachPersistentStores(for: attached)
                    }
                }
                try await stack.attachPersistentStores(for: placed)
                try expectEqual(
                    try areNew(stack), try await tellsNew(bench),
                    "whether new stores are made after failed attempts")
                try await stack.destroyPersistentStores()
            }
        },
        promise(
            "When one of several stores cannot be attached, one that was there keeps its objects",
            needs: .persistent, .apart
        ) { bench in
            try await bench.saveLibrary()
            try await bench.stack.stop()
            let registry = try StoreRegistry(backends: [bench.harness.backend, Backend(Unopenable.self)])
            let stack = try PersistentStack(bench.schema(), registry: registry)
            try await stack.attachPersistentStores(for: [
                bench.configuration("Operations"),
                StoreConfiguration(name: "Reference", type: Unopenable.type),
            ])
            try await expectErrorAsync(.io, "starting") { try await stack.start() }
            try await stack.close()
            try await bench.stack.start()
            try expectEqual(try await bench.books(in: bench.stack), 10, "books")
        },
    ]

    private static func areNew(_ stack: PersistentStack) throws -> Bool {
        try stack.coordinator().members.allSatisfy(\.store.isNew)
    }

    /// Whether stores of the backend report that their opening has made them.
    private static func tellsNew(_ bench: ConformanceBench) async throws -> Bool {
        let stack = try bench.anotherStack(at: "new")
        try await stack.start()
        defer { try? stack.destroyPersistentStores() }
        return try areNew(stack)
    }
}
