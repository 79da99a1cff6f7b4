import Granary

/// Stores are attached together or not at all, to configurations that the schema has.
enum AttachingPromises: PromiseList {
    static let category = ConformanceCategory.registration

    static var promises: [ConformancePromise] { refused + together }

    private static let refused: [ConformancePromise] = [
        promise("A configuration that the schema does not have is refused, and the nearest one named") {
            bench in
            var configuration = try bench.configuration("Operations", at: "other")
            configuration.name = "Operation"
            let stack = try PersistentStack(bench.schema(), registry: bench.registry())
            let error = try expectError(.configuration, "attaching") {
                try stack.attachPersistentStore(for: configuration)
            }
            try expect(error.message.contains("Did you mean “Operations”?"), error.message)
        },
        promise("A configuration without a store is refused, and its models are named") { bench in
            let stores = try bench.placedConfigurations(at: "other").filter { $0.name != "Operations" }
            let error = try expectError(.configuration, "validating") {
                try StackConfiguration(stores: stores).validate(
                    for: bench.schema(), registry: bench.registry())
            }
            try expect(
                error.message.contains("Operations") && error.message.contains("Book"), error.message)
        },
        promise("A second store for a configuration is refused, and the first one stays") { bench in
            try await bench.saveLibrary()
            try expectError(.configuration, "attaching again") {
                try bench.stack.attachPersistentStore(for: bench.configuration("Operations", at: "other"))
            }
            try expectEqual(try await bench.books(in: bench.stack), 10, "books")
        },
        promise("Nothing is opened before the whole configuration is valid", needs: .files) { bench in
            var stores = try bench.placedConfigurations(at: "new")
            stores[1].options["nothing of this name"] = "1"
            let source = StackConfiguration(stores: stores)
            try await expectErrorAsync(.configuration, "opening") {
                _ = try await PersistentStack.open(
                    bench.schema(), configuration: source, backends: [bench.harness.backend])
            }
            let files = try FileTree(bench.directory).paths
            try expect(!files.isEmpty, "the stores have no files")
            try expectEqual(files.filter { $0.contains("new-") }, [], "created files")
        },
    ]

    /// Attaches the stores of both configurations to a started stack; one of them cannot be opened.
    ///
    /// With either order of opening, one of the two rounds opens a store before the other fails.
    private static func attach(
        _ stores: [StoreConfiguration], failingAt position: Int, to stack: PersistentStack
    ) throws {
        var stores = stores
        stores[position] = StoreConfiguration(name: stores[position].name, type: Unopenable.type)
        try expectError(.io, "attaching") { try stack.attachPersistentStores(for: stores) }
        try expectEqual(stack.attachedStores, [], "attached stores")
        try expect(try stack.coordinator().members.isEmpty, "a store is left open")
    }

    private static let together: [ConformancePromise] = [
        promise("Either all stores are attached or none", .apart) { bench in
            let registry = try StoreRegistry(backends: [bench.harness.backend, Backend(Unopenable.self)])
            let stack = try PersistentStack(bench.schema(), registry: registry)
            let stores = try bench.configurations(at: "other")
            try await bench.withStack(stack) { stack in
                for position in stores.indices {
                    try attach(stores, failingAt: position, to: stack)
                    try expectEqual(
                        OpenDescriptors.below(bench.directory).filter { $0.contains("/other-") }, [],
                        "files left open")
                    try await expectErrorAsync(.closed, "a unit of work") {
                        _ = try await stack.perform { try $0.count(Author.all) }
                    }
                }
                try await stack.attachPersistentStores(for: stores)
                try await bench.saveTag("t", in: stack)
                try expectEqual(try await stack.perform { try $0.count(Author.all) }, 0, "authors")
                try expectEqual(stack.attachedStores, stores, "stores attached in the end")
            }
            try await stack.destroyPersistentStores()
        },
        promise("Another query over a detached store is refused, and the other stores answer", .apart) {
            bench in
            try await bench.withStack(try bench.anotherStack(at: "other")) { stack in
                try await stack.detachPersistentStores(["Reference"])
                try await stack.perform { context in
                    try expectError(.closed, "a query in a query") {
                        _ = try context.fetch(Book.where { $0.id.isIn(Author.all.values { $0.id }) })
                    }
                    try expectError(.closed, "a query about the outer object") {
                        _ = try context.count(
                            Book.where { book in Author.where { $0.id == book.id.outer() }.exists() })
                    }
                    try expectError(.closed, "a join") {
                        _ = try context.count(join(Book.all, Author.all, on: { $0.author.id == $1.id }))
                    }
                    try expectEqual(try context.count(Book.all), 0, "books")
                }
            }
        },
    ]
}
