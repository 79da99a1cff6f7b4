import Granary

/// Several stores are migrated as one: when one of them fails, all stay unchanged.
enum AttachedMigrationPromises: PromiseList {
    static let category = ConformanceCategory.registration

    static var promises: [ConformancePromise] { failures + successes }

    /// Things in one store, and owners in another one.
    private static func schema(
        things: [AttributeDescription] = [], owners: [AttributeDescription] = [], uniques: [[String]] = []
    ) throws -> Schema {
        let owner = ModelDescription(
            name: "Owner",
            attributes: [.init("code", .text), .init("name", .text, isOptional: true)] + owners,
            key: ["code"], uniques: uniques)
        return try MigrationScene.schema(
            [Versions.thing(things), owner], in: ["Things": ["Thing"], "Owners": ["Owner"]])
    }

    /// Two stores of one promise.
    private struct Pair {
        let bench: ConformanceBench

        /// The configurations, in the order in which they are attached.
        func configurations(_ names: [String], consents: Set<String> = []) throws -> [StoreConfiguration] {
            try names.map { name in
                var configuration = try bench.configuration("All", at: name.lowercased())
                (configuration.name, configuration.consents) = (name, consents)
                return configuration
            }
        }

        /// Opens the stores, or one of them, and passes the rows of a model.
        @discardableResult
        func open(
            _ schema: Schema, _ names: [String] = ["Things", "Owners"], consents: Set<String> = [],
            policy: IncompatibleStorePolicy = .migrate,
            _ body: (PersistentStack) throws -> Void = { _ in }
        ) async throws -> StackStatus {
            let configurations = try configurations(names, consents: consents).map { configuration in
                var configuration = configuration
                configuration.onIncompatible = policy
                return configuration
            }
            let stack = try bench.stack(of: configurations, schema: schema)
            do {
                try await stack.start()
                try body(stack)
                try await stack.close()
                return stack.status
            } catch {
                let status = stack.status
                try? await stack.close()
                throw AttachFailure(error: error, status: status)
            }
        }

        func insert(_ stack: PersistentStack, _ model: String, _ rows: [String: Value]...) throws {
            let coordinator = try stack.coordinator()
            let entity = try unwrap(coordinator.schema.entity(model), model)
            let session = try coordinator.members[coordinator.storeIndex(of: entity)].store.makeSession()
            defer { session.end() }
            var changes = ChangeSet()
            changes.insert(entity, rows)
            try session.committed(changes)
        }

        func rows(_ stack: PersistentStack, _ model: String) throws -> [[Value]] {
            let coordinator = try stack.coordinator()
            let entity = try unwrap(coordinator.schema.entity(model), model)
            let session = try coordinator.members[coordinator.storeIndex(of: entity)].store.makeSession()
            defer { session.end() }
            return try session.rows(FetchRequest(entity: entity))
        }

        func fill(_ schema: Schema) async throws {
            try await open(schema) { stack in
                try insert(
                    stack, "Thing", ["id": .integer(1), "text": .text("a")],
                    ["id": .integer(2), "text": .text("b")])
                try insert(
                    stack, "Owner", ["code": .text("x"), "name": .text("same")],
                    ["code": .text("y"), "name": .text("same")])
            }
        }

        /// Expects a schema to open both stores unchanged, with all their rows and nothing put aside.
        func expectUnchanged(_ schema: Schema) async throws {
            try await open(schema, policy: .refuse) { stack in
                try expectEqual(
                    try rows(stack, "Thing").map { $0.prefix(2) },
                    [[.integer(1), .text("a")], [.integer(2), .text("b")]], "things")
                try expectEqual(try rows(stack, "Owner").count, 2, "owners")
            }
            for configuration in try configurations(["Things", "Owners"]) {
                let migrator = try Migrator(schema, configuration, backends: [bench.harness.backend])
                try expectEqual(try migrator.kept(), [], "what was put aside of \(configuration.name)")
            }
        }

        func end() throws {
            for configuration in try configurations(["Things", "Owners"]) {
                try bench.harness.backend.type.destroy(configuration)
            }
        }
    }

    /// The error of a start, with the state of the stores then.
    private struct AttachFailure: Error {
        let error: any Error
        let status: StackStatus
    }

    private static func attaches(
        _ name: String, _ body: @escaping @Sendable (Pair, Schema) async throws -> Void
    ) -> ConformancePromise {
        promise(name, needs: CodedMigrationPromises.needs, .united) { bench in
            let pair = Pair(bench: bench)
            let old = try schema()
            try await pair.fill(old)
            try await body(pair, old)
            try pair.end()
        }
    }

    /// Expects the start of both stores to fail, whichever comes first.
    private static func fails(
        _ code: GranaryError.Code, _ pair: Pair, _ schema: Schema, consents: Set<String> = [],
        since old: Schema
    ) async throws {
        for names in [["Things", "Owners"], ["Owners", "Things"]] {
            do {
                try await pair.open(schema, names, consents: consents)
                throw ConformanceFailure(.broken, "Stores were opened of which one cannot be migrated.")
            } catch let failure as AttachFailure {
                let found = (failure.error as? GranaryError)?.code
                try expectEqual(found, code, "the error: \(failure.error)")
            }
            try await pair.expectUnchanged(old)
        }
    }

    private static let failures: [ConformancePromise] = [
        attaches("When one of several stores cannot be migrated, those that were migrated are as they were") {
            pair, old in
            try await fails(
                .constraint, pair,
                try schema(things: [.init("more", .integer, defaultValue: .integer(1))], uniques: [["name"]]),
                since: old)
        },
        attaches(
            "When the code for one of several stores throws, those that code has migrated are as they were"
        ) {
            pair, old in
            let new = try schema(things: [.init("more", .integer)], owners: [.init("more", .integer)])
            let migration = Migration(from: old, to: new) { work in
                if work.old.models == ["Owner"] { throw GranaryError(.denied, "Not today.") }
                try work.each("Thing") { thing in
                    if let key = thing.key { try work.update("Thing", key, ["more": .integer(9)]) }
                }
            }
            try await fails(.denied, pair, new.following([migration]), since: old)
        },
        attaches("When one of several stores cannot be migrated, what another one has given up is back") {
            pair, old in
            let new = try MigrationScene.schema(
                [
                    ModelDescription(name: "Thing", attributes: [.init("id", .integer)], key: ["id"]),
                    ModelDescription(
                        name: "Owner",
                        attributes: [.init("code", .text), .init("name", .text, isOptional: true)],
                        key: ["code"], uniques: [["name"]]),
                ], in: ["Things": ["Thing"], "Owners": ["Owner"]])
            try await fails(.constraint, pair, new, consents: ["drop Thing.text"], since: old)
        },
        attaches("Migrations of data of several stores are carried out for all of them or for none") {
            pair, old in
            let things = Migration("things", at: old, in: ["Things"]) { work in
                try work.update("Thing", .integer(1), ["text": .text("changed")])
            }
            let owners = Migration("owners", at: old, in: ["Owners"]) { _ in
                throw GranaryError(.denied, "Not today.")
            }
            try await fails(.denied, pair, old.following([things, owners]), since: old)
        },
        attaches("A store that is attached to a started stack is as it was when another one fails with it") {
            pair, old in
            let new = try schema(
                things: [.init("more", .integer, defaultValue: .integer(1))], uniques: [["name"]])
            let stack = try pair.bench.stack(of: [], schema: new)
            try await pair.bench.withStack(stack) { stack in
                try await expectErrorAsync(.constraint, "attaching") {
                    try await stack.attachPersistentStores(for: pair.configurations(["Things", "Owners"]))
                }
                try expectEqual(stack.attachedStores.map(\.name), [], "attached")
            }
            try await pair.expectUnchanged(old)
        },
    ]

    private static let successes: [ConformancePromise] = [
        attaches("Several stores are migrated together, and no copy of them is left") { pair, old in
            let new = try schema(
                things: [.init("more", .integer, defaultValue: .integer(1))],
                owners: [.init("more", .integer, defaultValue: .integer(2))])
            for policy in [IncompatibleStorePolicy.migrate, .refuse] {
                try await pair.open(new, policy: policy) { stack in
                    try expectEqual(
                        try pair.rows(stack, "Thing").map { $0[2] }, [.integer(1), .integer(1)], "things")
                    try expectEqual(
                        try pair.rows(stack, "Owner").map { $0[2] }, [.integer(2), .integer(2)], "owners")
                }
            }
            for configuration in try pair.configurations(["Things", "Owners"]) {
                let migrator = try Migrator(new, configuration, backends: [pair.bench.harness.backend])
                try expectEqual(try migrator.kept(), [], "copies of \(configuration.name)")
            }
        }
    ]
}
