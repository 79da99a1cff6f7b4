import Granary

/// A configuration joins a store that others have made, or leaves nothing in it.
enum JoiningPromises: PromiseList {
    static let category = ConformanceCategory.registration

    static let promises: [ConformancePromise] = [
        joins("A configuration joins a store, and leaves what is there as it is") { scene in
            for _ in 0..<2 {
                try await scene.withStack(["Things", "Owners"]) { stack in
                    try expectEqual(try Scene.count("Thing", in: stack), 1, "things")
                    try expectEqual(try Scene.count("Owner", in: stack), 0, "owners")
                }
                try expectEqual(try scene.held(), ["Owners", "Things"], "what the store holds")
            }
        },
        joins("When another store cannot be opened, a configuration has not joined one that was there") {
            scene in
            for names in [["Things", "Owners", "Rest"], ["Rest", "Owners", "Things"]] {
                let stack = try scene.stack(names, rest: Unopenable.type)
                try await expectErrorAsync(.io, "starting") { try await stack.start() }
                try await stack.close()
                try await scene.expectUnchanged()
            }
        },
        joins("When another store cannot be attached with it, a configuration has not joined an open store") {
            scene in
            let stack = try scene.stack(["Things"])
            try await scene.bench.withStack(stack) { stack in
                try await expectErrorAsync(.io, "attaching") {
                    try await stack.attachPersistentStores(
                        for: scene.configurations(["Owners", "Rest"], rest: Unopenable.type))
                }
                try expectEqual(stack.attachedStores.map(\.name), ["Things"], "attached")
                try expectEqual(try Scene.count("Thing", in: stack), 1, "things")
            }
            try await scene.expectUnchanged()
        },
        joins("When another store cannot be migrated, a configuration has not joined one that was there") {
            scene in
            let plain = try scene.schema()
            try await scene.withStack(["Rest"], plain) { stack in
                try Scene.insert("Rest", ["id": .integer(1), "name": .text("same")], in: stack)
                try Scene.insert("Rest", ["id": .integer(2), "name": .text("same")], in: stack)
            }
            let unique = try scene.schema(uniques: [["name"]])
            for names in [["Things", "Owners", "Rest"], ["Rest", "Owners", "Things"]] {
                let stack = try scene.stack(names, unique)
                try await expectErrorAsync(.constraint, "starting") { try await stack.start() }
                try await stack.close()
                try await scene.expectUnchanged()
            }
            try scene.bench.harness.backend.type.destroy(scene.configurations(["Rest"])[0])
        },
    ]

    /// A promise about a store that holds one thing, and for which another configuration is meant too.
    private static func joins(
        _ name: String, _ body: @escaping @Sendable (Scene) async throws -> Void
    ) -> ConformancePromise {
        promise(name, needs: CodedMigrationPromises.needs, .together) { bench in
            let scene = Scene(bench: bench)
            try await scene.withStack(["Things"]) { stack in
                try Scene.insert("Thing", ["id": .integer(1), "text": .text("a")], in: stack)
            }
            try await body(scene)
            try bench.harness.backend.type.destroy(scene.configurations(["Things"])[0])
        }
    }

    /// The configurations of things and owners in one store, and a third one in another.
    private struct Scene: Sendable {
        let bench: ConformanceBench

        func schema(uniques: [[String]] = []) throws -> Schema {
            let rest = ModelDescription(
                name: "Rest", attributes: [.init("id", .integer), .init("name", .text, isOptional: true)],
                key: ["id"], uniques: uniques)
            return try MigrationScene.schema(
                [Versions.thing(), Versions.owner(), rest],
                in: ["Things": ["Thing"], "Owners": ["Owner"], "Rest": ["Rest"]])
        }

        func configurations(_ names: [String], rest type: StoreType? = nil) throws -> [StoreConfiguration] {
            try names.map { name in
                if name == "Rest", let type { return StoreConfiguration(name: name, type: type) }
                var configuration = try bench.configuration("All", at: name == "Rest" ? "rest" : "joined")
                configuration.name = name
                return configuration
            }
        }

        func stack(_ names: [String], _ schema: Schema? = nil, rest type: StoreType? = nil) throws
            -> PersistentStack
        {
            let registry = try StoreRegistry(backends: [bench.harness.backend, Backend(Unopenable.self)])
            let stack = try PersistentStack(schema ?? self.schema(), registry: registry)
            try stack.attachPersistentStores(for: configurations(names, rest: type))
            return stack
        }

        func withStack(
            _ names: [String], _ schema: Schema? = nil, _ body: @Sendable (PersistentStack) throws -> Void
        ) async throws {
            try await bench.withStack(stack(names, schema)) { try body($0) }
        }

        private static func withSession<R>(
            _ model: String, in stack: PersistentStack, _ body: (any StoreSession, Entity) throws -> R
        ) throws -> R {
            let coordinator = try stack.coordinator()
            let entity = try unwrap(coordinator.schema.entity(model), model)
            let session = try coordinator.members[coordinator.storeIndex(of: entity)].store.makeSession()
            defer { session.end() }
            return try body(session, entity)
        }

        static func insert(_ model: String, _ row: [String: Value], in stack: PersistentStack) throws {
            try withSession(model, in: stack) { session, entity in
                var changes = ChangeSet()
                changes.insert(entity, [row])
                try session.committed(changes)
            }
        }

        static func count(_ model: String, in stack: PersistentStack) throws -> Int {
            try withSession(model, in: stack) { try $0.rows(FetchRequest(entity: $1)).count }
        }

        /// The configurations that the store holds by its own word.
        func held() throws -> [String] {
            let backend = bench.harness.backend.type as? any InspectableBackend.Type
            let found = try unwrap(backend, "a backend whose stores can be inspected")
                .inspect(configurations(["Things"])[0])
            return try unwrap(found, "a store").schema.configurations.sorted()
        }

        /// Expects the store to hold only things, with the original one, and nothing put aside.
        func expectUnchanged() async throws {
            try expectEqual(try held(), ["Things"], "what the store holds")
            try await withStack(["Things"]) { stack in
                try expectEqual(try Scene.count("Thing", in: stack), 1, "things")
            }
            let backend = bench.harness.backend.type as? any CopyingBackend.Type
            let copies = try unwrap(backend, "a backend that copies").copies(
                of: configurations(["Things"])[0])
            try expectEqual(copies.count, 0, "copies of the store")
        }
    }
}
