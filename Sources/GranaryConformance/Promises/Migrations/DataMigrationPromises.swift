import Granary
import Synchronization

/// Migrations of data run once in each store, which records those it has been through.
enum DataMigrationPromises: PromiseList {
    static let category = ConformanceCategory.migrations

    static var promises: [ConformancePromise] { runs + orders + records + refusals }

    /// Which migrations have run, in order.
    private final class Trail: Sendable {
        private let names = Mutex<[String]>([])
        func add(_ name: String) { names.withLock { $0.append(name) } }
        var all: [String] { names.withLock { $0 } }
    }

    private static func first() throws -> Schema { try Versions.schema(Versions.thing()) }
    private static func second() throws -> Schema {
        try Versions.schema(Versions.thing([.init("more", .integer, isOptional: true)]))
    }

    /// A migration that adds its name to every text, and to the trail.
    private static func marking(
        _ name: String, at schema: Schema, in configurations: Set<String>? = nil, _ trail: Trail
    ) -> Migration {
        Migration(name, at: schema, in: configurations) { work in
            trail.add(name)
            try work.each("Thing") { thing in
                guard let key = thing.key, case .text(let text)? = thing["text"] else { return }
                try work.update("Thing", key, ["text": .text(text + name)])
            }
        }
    }

    private static func texts(_ tables: MigrationTables) throws -> [Value?] {
        try tables.rows("Thing").map { $0["text"] }
    }

    /// A promise about a store of two things.
    private static func follows(
        _ name: String, _ body: @escaping @Sendable (MigrationScene, Schema, Trail) async throws -> Void
    ) -> ConformancePromise {
        migrates(name, needs: CodedMigrationPromises.needs) { scene in
            let schema = try first()
            try await Versions.fill(scene, schema)
            try await body(scene, schema, Trail())
        }
    }

    private static let runs: [ConformancePromise] = [
        follows("A migration of data runs once, whenever the store is opened") { scene, schema, trail in
            let marked = schema.following([marking("+", at: schema, trail)])
            for _ in 0..<3 {
                try await scene.open(marked) { tables in
                    try expectEqual(try texts(tables), [.text("a+"), .text("b+")], "texts")
                }
            }
            try expectEqual(trail.all, ["+"], "what ran")
            try await scene.open(schema, policy: .refuse) { tables in
                try expectEqual(try texts(tables), [.text("a+"), .text("b+")], "texts")
            }
        },
        migrates("A new store counts as having been through migrations of data", needs: .persistent) {
            scene in
            let (schema, trail) = (try first(), Trail())
            let marked = schema.following([marking("+", at: schema, trail)])
            try await Versions.fill(scene, marked)
            for _ in 0..<2 {
                try await scene.open(marked) { tables in
                    try expectEqual(try texts(tables), [.text("a"), .text("b")], "texts")
                }
            }
            try expectEqual(trail.all, [], "what ran")
        },
        follows("A migration of data that fails leaves the store as it was, and runs again") {
            scene, schema, trail in
            let failing = Migration("+", at: schema) { work in
                try work.update("Thing", .integer(1), ["text": .text("lost")])
                try work.save()
                throw GranaryError(.denied, "Not today.")
            }
            try await expectErrorAsync(.denied, "opening") {
                try await scene.open(schema.following([failing])) { _ in }
            }
            try await scene.open(schema, policy: .refuse) { tables in
                try expectEqual(try texts(tables), [.text("a"), .text("b")], "texts")
            }
            try await scene.open(schema.following([marking("+", at: schema, trail)])) { tables in
                try expectEqual(try texts(tables), [.text("a+"), .text("b+")], "texts")
            }
        },
        follows("A migration of data needs no migration between versions: the plan leads to its version") {
            scene, _, trail in
            let new = try second()
            for _ in 0..<2 {
                try await scene.open(new.following([marking("+", at: new, trail)])) { tables in
                    try expectEqual(try texts(tables), [.text("a+"), .text("b+")], "texts")
                }
            }
            try expectEqual(trail.all, ["+"], "what ran")
        },
        follows("A store that lacks only a migration of data is not replaced, whatever the policy") {
            scene, schema, trail in
            let marked = schema.following([marking("+", at: schema, trail)])
            for policy in [IncompatibleStorePolicy.moveAside, .delete] {
                try await scene.open(marked, policy: policy) { tables in
                    try expectEqual(try texts(tables), [.text("a+"), .text("b+")], "texts")
                }
            }
        },
        follows("A dry run names the migrations of data that would run") { scene, schema, trail in
            let marked = schema.following([marking("+", at: schema, trail)])
            let forecast = try unwrap(try scene.migrator(marked).forecast(), "a forecast")
            try expectEqual(forecast.dataMigrations, ["+"], "names")
            try expect(forecast.runsCode && !forecast.isEmpty && forecast.plan.isEmpty, "what is said")
            try scene.migrator(marked).migrate()
            let after = try unwrap(try scene.migrator(marked).forecast(), "a forecast")
            try expect(after.isEmpty, "nothing is left")
        },
    ]

    private static let orders: [ConformancePromise] = [
        follows("Migrations of data at one version run in the order of declaration") { scene, schema, trail in
            let marks = ["1", "2", "3"].map { marking($0, at: schema, trail) }
            try await scene.open(schema.following(marks)) { tables in
                try expectEqual(try texts(tables), [.text("a123"), .text("b123")], "texts")
            }
            try expectEqual(trail.all, ["1", "2", "3"], "what ran")
        },
        follows("Migrations of data run at their version, before the store goes on from it") {
            scene, old, trail in
            let new = try second()
            let step = Migration(from: old, to: new) { work in
                trail.add("step")
                try work.each("Thing") { thing in
                    guard let key = thing.key else { return }
                    try work.update("Thing", key, ["more": .integer(thing["text"] == .text("a1") ? 1 : 0)])
                }
            }
            let course = new.following([marking("2", at: new, trail), step, marking("1", at: old, trail)])
            try await scene.open(course) { tables in
                try expectEqual(try texts(tables), [.text("a12"), .text("b12")], "texts")
                try expectEqual(
                    try tables.rows("Thing").map { $0["more"] }, [.integer(1), .integer(0)], "more")
            }
            try expectEqual(trail.all, ["1", "step", "2"], "what ran")
        },
        follows("A migration of data that has run is not missed later, at whichever version it is declared") {
            scene, old, trail in
            let new = try second()
            try await scene.open(old.following([marking("+", at: old, trail)])) { _ in }
            for course in [[marking("+", at: old, trail)], [marking("+", at: new, trail)]] {
                try await scene.open(new.following(course)) { tables in
                    try expectEqual(try texts(tables), [.text("a+"), .text("b+")], "texts")
                }
            }
            try expectEqual(trail.all, ["+"], "what ran")
        },
        follows("When a later migration fails, one of data that is complete does not run again") {
            scene, old, trail in
            let new = try second()
            let broken = Migration(from: old, to: new) { _ in throw GranaryError(.denied, "Not today.") }
            try await expectErrorAsync(.denied, "the step after it") {
                try await scene.open(new.following([marking("+", at: old, trail), broken])) { _ in }
            }
            let whole = Migration(from: old, to: new)
            try await scene.open(new.following([marking("+", at: old, trail), whole])) { tables in
                try expectEqual(try texts(tables), [.text("a+"), .text("b+")], "texts")
            }
            try expectEqual(trail.all, ["+"], "what ran")
        },
    ]

    private static func recorded(_ scene: MigrationScene) throws -> [StoredMigration] {
        try unwrap(try scene.inspect(), "a store").schema.migrations
    }

    private static let records: [ConformancePromise] = [
        follows("A store records the versions that it has come by") { scene, old, _ in
            let new = try second()
            let third = try Versions.schema(
                Versions.thing([.init("more", .integer, isOptional: true), .init("extra", .integer)]))
            try expectEqual(try recorded(scene), [], "the list of a new store")
            try await scene.open(new) { _ in }
            let fill = Migration(from: new, to: third) { _ in }
            for _ in 0..<2 { try await scene.open(third.following([fill])) { _ in } }
            let edges = [(old, new), (new, third)].map { from, to in
                StoredMigration(
                    configurations: ["All"], source: from.fingerprint, target: to.fingerprint)
            }
            try expectEqual(try recorded(scene), edges, "the list")
        },
        follows("A store records migrations of data by their names") { scene, schema, trail in
            try await scene.open(schema.following([marking("+", at: schema, trail)])) { _ in }
            let version = schema.fingerprint
            try expectEqual(
                try recorded(scene),
                [StoredMigration(name: "+", configurations: ["All"], source: version, target: version)],
                "the list")
            let new = try second()
            try await scene.open(new) { _ in }
            try expectEqual(
                try recorded(scene).map(\.target), [version, new.fingerprint], "the list after another step")
        },
        follows("What a store has been through is in its copies too") { scene, schema, trail in
            let marked = schema.following([marking("+", at: schema, trail)])
            try await scene.open(marked) { _ in }
            let bare = try Versions.schema(
                ModelDescription(name: "Thing", attributes: [.init("id", .integer)], key: ["id"]))
            try await scene.open(bare, consents: ["drop Thing.text"]) { _ in }
            let kept = try unwrap(try scene.migrator(bare).kept().first, "what was put aside")
            let type = try unwrap(
                scene.bench.harness.backend.type as? any InspectableBackend.Type, "a backend that inspects")
            try expectEqual(try type.inspect(kept)?.schema.migrations.map(\.name), ["+"], "the list")
            try scene.dropKept(bare)
        },
        follows("A configuration that joins a store counts as having been through migrations of its data") {
            scene, _, trail in
            func models(_ names: [String]) throws -> Schema {
                let all = [Versions.thing(), Versions.owner()]
                return try MigrationScene.schema(
                    all.filter { names.contains($0.name) },
                    in: Dictionary(
                        uniqueKeysWithValues: names.map { ($0 == "Thing" ? "All" : "Other", [$0]) }))
            }
            let alone = try models(["Thing"])
            try await scene.open(alone.following([marking("+", at: alone, trail)])) { _ in }
            let both = try models(["Thing", "Owner"])
            let other = Migration("owners", at: both, in: ["Other"]) { _ in trail.add("owners") }
            for _ in 0..<2 {
                try await scene.open(both.following([marking("+", at: both, in: ["All"], trail), other])) {
                    tables in
                    try expectEqual(try texts(tables), [.text("a+"), .text("b+")], "texts")
                }
            }
            try expectEqual(trail.all, ["+"], "what ran")
            try expectEqual(try recorded(scene).map(\.name), ["+", "owners"], "the list")
        },
    ]

    private static let refusals: [ConformancePromise] = [
        follows("Where the policy is to refuse, or the store is read-only, no migration of data runs") {
            scene, schema, trail in
            let marked = schema.following([marking("+", at: schema, trail)])
            let refused = try await scene.refuses(.incompatible, marked, policy: .refuse, since: schema)
            try expect(refused.message.contains("“+”"), refused.message)
            try await scene.refuses(.incompatible, marked, isReadOnly: true, since: schema)
            try expectEqual(trail.all, [], "what ran")
        },
        follows("A migration of data that the store's way leaves out is refused, and named") {
            scene, old, trail in
            let new = try second()
            try await scene.open(new) { _ in }
            let missed = new.following([marking("+", at: old, trail), Migration(from: old, to: new)])
            let error = try await scene.refuses(.incompatible, missed, since: new)
            for words in ["“+”", String(old.fingerprint.prefix(8)), "present version"] {
                try expect(error.message.contains(words), "the message says “\(words)”: \(error.message)")
            }
            let present = new.following([marking("+", at: new, trail), Migration(from: old, to: new)])
            try await scene.open(present) { tables in
                try expectEqual(try texts(tables), [.text("a+"), .text("b+")], "texts")
            }
        },
        follows("Two migrations of data with one name are an error") { scene, schema, trail in
            let twice = [marking("+", at: schema, trail), marking("+", at: schema, trail)]
            let error = try await scene.refuses(.schema, schema.following(twice), since: schema)
            try expect(error.message.contains("“+”"), error.message)
        },
    ]
}
