import FoundationEssentials
import Granary
import Synchronization

/// Code gives new models the values that a plan cannot give them.
enum CodedMigrationPromises: PromiseList {
    static let category = ConformanceCategory.migrations

    static var promises: [ConformancePromise] {
        AttributeType.allCases.filter { $0 != .json }.map(filled)
            + AttributeType.allCases.filter { $0 != .json && $0 != .text }.map(converted) + models + failures
            + continuity
    }

    static let needs: Capabilities = [.persistent, .migration, .copying]

    /// A promise about a store of two things.
    static func follows(
        _ name: String, _ body: @escaping @Sendable (MigrationScene, Schema) async throws -> Void
    ) -> ConformancePromise {
        migrates(name, needs: needs) { scene in
            let old = try Versions.schema(Versions.thing())
            try await Versions.fill(scene, old)
            try await body(scene, old)
        }
    }

    private static let samples: [AttributeType: [Value]] = [
        .bool: [.bool(true), .bool(false)], .integer: [.integer(.min), .integer(7)],
        .real: [.real(-0.5), .real(1e300)], .text: [.text("x"), .text("e\u{301}")],
        .data: [.data(Data([0, 1])), .data(Data([255]))], .date: [.date(-1), .date(1_000_000)],
        .uuid: [.uuid(makeUUID(1)), .uuid(makeUUID(2))],
        .decimal: [.decimal(makeDecimal("1.25")), .decimal(makeDecimal("-3"))],
    ]

    // MARK: Values

    private static func filled(_ type: AttributeType) -> ConformancePromise {
        follows("Code gives old rows their values of a new required attribute of the kind \(type.rawValue)") {
            scene, old in
            let values = try unwrap(samples[type], "values")
            let new = try Versions.schema(Versions.thing([.init("extra", type, isIndexed: true)]))
            let migration = Migration(from: old, to: new) { work in
                try work.each("Thing") { thing in
                    guard case .integer(let id)? = thing["id"], let key = thing.key else { return }
                    try work.update("Thing", key, ["extra": values[Int(id) - 1]])
                }
            }
            for _ in 0..<2 {
                try await scene.open(new.following([migration])) { tables in
                    try expectEqual(try tables.rows("Thing").map { $0["extra"] }, values, "values")
                    try expectEqual(
                        try tables.rows("Thing").map { $0["text"] }, [.text("a"), .text("b")], "texts")
                    for (number, value) in values.enumerated() {
                        try expectEqual(
                            try tables.keys("Thing", where: "extra", is: value),
                            [.integer(Int64(number) + 1)],
                            "found")
                    }
                }
            }
        }
    }

    private static func converted(_ type: AttributeType) -> ConformancePromise {
        follows("Code makes values of the kind \(type.rawValue) of old texts") { scene, old in
            let values = try unwrap(samples[type], "values")
            let new = try Versions.schema(
                ModelDescription(
                    name: "Thing",
                    attributes: [.init("id", .integer), .init("text", type, isOptional: true)],
                    key: ["id"]))
            let migration = Migration(from: old, to: new) { work in
                try work.each("Thing") { thing in
                    guard let key = thing.key else { return }
                    try work.update(
                        "Thing", key, ["text": thing["text"] == .text("a") ? values[0] : values[1]])
                }
            }
            try await scene.open(new.following([migration])) { tables in
                try expectEqual(try tables.rows("Thing").map { $0["text"] }, values, "values")
            }
            try await scene.open(new, policy: .refuse) {
                try expectEqual(try $0.rows("Thing").count, 2, "rows")
            }
        }
    }

    // MARK: Models

    private static let models: [ConformancePromise] = [
        follows("Code works with typed objects of the new models") { scene, old in
            let new = try Schema("Migrating", configurations: ["All": [Thing.self]])
            let migration = Migration(from: old, to: new) { work in
                try work.each("Thing") { old in
                    guard case .integer(let id)? = old["id"],
                        let thing = try work.context.object(Thing.self, Int(id))
                    else { return }
                    thing.slug = "thing-\(id)-\(thing.text ?? "")"
                }
                let more = Thing(id: 3, text: nil)
                more.slug = "new"
                try work.context.insert(more)
            }
            try await scene.open(new.following([migration])) { tables in
                try expectEqual(
                    try tables.rows("Thing").map { $0["slug"] },
                    [.text("thing-1-a"), .text("thing-2-b"), .text("new")], "slugs")
            }
        },
        follows("Code splits a model in two, with a relationship between them") { scene, old in
            let new = try Versions.schema(
                ModelDescription(
                    name: "Thing", attributes: [.init("id", .integer)],
                    relationships: [.init("label", to: "Label", isToMany: false)], key: ["id"]),
                ModelDescription(name: "Label", attributes: [.init("words", .text)], key: ["words"]))
            let migration = Migration(from: old, to: new, consents: ["drop Thing.text"]) { work in
                try work.each("Thing") { try work.insert("Label", ["words": $0["text"] ?? .null]) }
                try work.each("Thing") { thing in
                    guard let key = thing.key else { return }
                    try work.update("Thing", key, ["label": thing["text"] ?? .null])
                }
            }
            try await scene.open(new.following([migration])) { tables in
                try expectEqual(
                    try tables.rows("Thing"),
                    [["id": .integer(1), "label": .text("a")], ["id": .integer(2), "label": .text("b")]],
                    "things")
                try expectEqual(try tables.rows("Label").count, 2, "labels")
            }
            try scene.dropKept(new)
        },
        follows("Code makes one model of another one, with other keys") { scene, old in
            let new = try Versions.schema(Versions.owner())
            let migration = Migration(from: old, to: new, consents: ["drop Thing"]) { work in
                try expectEqual(work.old.models, ["Thing"], "old models")
                try work.each("Thing") { try work.insert("Owner", ["code": $0["text"] ?? .null]) }
            }
            try await scene.open(new.following([migration])) { tables in
                try expectEqual(
                    try tables.rows("Owner"), [["code": .text("a")], ["code": .text("b")]], "owners")
            }
            try scene.dropKept(new)
        },
        follows("Code inserts, changes and removes rows") { scene, old in
            let new = try Versions.schema(Versions.thing([.init("extra", .integer, isOptional: true)]))
            let migration = Migration(from: old, to: new) { work in
                try work.insert("Thing", ["id": .integer(9), "extra": .integer(9)])
                try work.delete("Thing", .integer(1))
                try work.update("Thing", .integer(2), ["extra": .integer(2)])
            }
            try await scene.open(new.following([migration])) { tables in
                try expectEqual(
                    try tables.rows("Thing"),
                    [
                        ["id": .integer(2), "text": .text("b"), "extra": .integer(2)],
                        ["id": .integer(9), "extra": .integer(9)],
                    ], "things")
            }
        },
        migrates("Code reads three thousand old rows and changes each", needs: needs) { scene in
            let old = try Versions.schema(Versions.thing())
            try await scene.open(old) { tables in
                var changes = ChangeSet()
                changes.insert(
                    try tables.entity("Thing"),
                    (0..<3_000).map { ["id": .integer($0), "text": .text("\($0)")] })
                try tables.session.committed(changes)
            }
            let new = try Versions.schema(Versions.thing([.init("length", .integer, isIndexed: true)]))
            let migration = Migration(from: old, to: new) { work in
                try work.each("Thing") { thing in
                    guard case .text(let text)? = thing["text"], let key = thing.key else { return }
                    try work.update("Thing", key, ["length": .integer(Int64(text.utf8.count))])
                }
            }
            try await scene.open(new.following([migration])) { tables in
                for (length, count) in [(0, 0), (1, 10), (2, 90), (3, 900), (4, 2_000)] {
                    try expectEqual(
                        try tables.keys("Thing", where: "length", is: .integer(Int64(length))).count, count,
                        "texts of the length \(length)")
                }
            }
        },
        migrates("Code sees what old objects were connected with, and pairs stay", needs: needs) { scene in
            func schema(_ attributes: [AttributeDescription]) throws -> Schema {
                try Versions.schema(
                    Versions.thing(
                        attributes, [.init("owners", to: "Owner", isToMany: true, inverse: "things")]),
                    Versions.owner([.init("things", to: "Thing", isToMany: true, inverse: "owners")]))
            }
            let old = try schema([])
            try await scene.open(old) { tables in
                try tables.insert("Owner", ["code": .text("o")], ["code": .text("p")])
                try tables.insert("Thing", ["id": .integer(1)], ["id": .integer(2)])
                try tables.connect(
                    "Thing", "owners",
                    [(.integer(1), .text("o")), (.integer(1), .text("p")), (.integer(2), .text("p"))])
            }
            let new = try schema([.init("count", .integer)])
            let migration = Migration(from: old, to: new) { work in
                try work.each("Thing") { thing in
                    guard let key = thing.key else { return }
                    let count = try work.old.keys(of: "owners", from: "Thing", key).count
                    try work.update("Thing", key, ["count": .integer(Int64(count))])
                }
            }
            try await scene.open(new.following([migration])) { tables in
                try expectEqual(
                    try tables.rows("Thing").map { $0["count"] }, [.integer(2), .integer(1)], "counts")
                try expectEqual(
                    try tables.connected("Owner", "things", of: [.text("p")]),
                    [[.text("p"), .integer(1)], [.text("p"), .integer(2)]], "pairs")
            }
        },
    ]

    /// A thing in its second version.
    @Model final class Thing {
        var id: Int
        var text: String?
        var slug: String = ""

        init(id: Int, text: String?) {
            self.id = id
            self.text = text
        }
    }

    // MARK: Failures

    private static func fails(
        _ name: String, _ code: GranaryError.Code, _ new: @escaping @Sendable () throws -> Schema,
        _ work: @escaping @Sendable (MigrationWork) throws -> Void
    ) -> ConformancePromise {
        follows(name) { scene, old in
            let new = try new()
            let migration = Migration(from: old, to: new, work)
            try await scene.refuses(code, new.following([migration]), since: old)
            try expectEqual(try scene.migrator(new).kept().count, 0, "what is left beside the store")
        }
    }

    private static let failures: [ConformancePromise] = [
        follows("Code cannot change which stores are open") { scene, old in
            let new = try Versions.schema(Versions.thing([.init("extra", .integer, isOptional: true)]))
            let opening = Mutex<PersistentStack?>(nil)
            let runs = Mutex(0)
            let migration = Migration(from: old, to: new) { _ in
                runs.withLock { $0 += 1 }
                let stack = try unwrap(opening.withLock { $0 }, "the stack that migrates")
                try expectError(.invalidObject, "attaching") { try stack.attachPersistentStores(for: []) }
                try expectError(.invalidObject, "starting") { try stack.start() }
                try expectError(.invalidObject, "stopping") { try stack.stop() }
            }
            let stack = try scene.stack(new.following([migration]))
            opening.withLock { $0 = stack }
            let started: Result<Void, any Error>
            do { started = .success(try await stack.start()) } catch { started = .failure(error) }
            try await stack.close()
            try started.get()
            try expectEqual(runs.withLock { $0 }, 1, "how often the code ran")
        },
        fails(
            "Code that throws leaves the store as it was, and its error is the error of the opening", .denied,
            { try Versions.schema(Versions.thing([.init("extra", .text)])) },
            { work in
                try work.update("Thing", .integer(1), ["extra": .text("x")])
                try work.save()
                throw GranaryError(.denied, "Not today.")
            }),
        fails(
            "Code that changes a row that is not there leaves the store as it was", .notFound,
            { try Versions.schema(Versions.thing([.init("extra", .text)])) },
            { try $0.update("Thing", .integer(77), ["extra": .text("x")]) }),
        fails(
            "Code that asks for an old model that never was leaves the store as it was", .query,
            { try Versions.schema(Versions.thing([.init("extra", .text)])) },
            { try $0.each("Nothing") { _ in } }),
        fails(
            "Code that makes rows with the same unique values leaves the store as it was", .constraint,
            {
                try Versions.schema(
                    ModelDescription(
                        name: "Thing",
                        attributes: [
                            .init("id", .integer), .init("text", .text, isOptional: true, isUnique: true),
                        ],
                        key: ["id"]))
            },
            { try $0.update("Thing", .integer(2), ["text": .text("a")]) }),
        fails(
            "Code that leaves a required attribute without a value leaves the store as it was", .constraint,
            { try Versions.schema(Versions.thing([.init("extra", .text)])) },
            { try $0.insert("Thing", ["id": .integer(5)]) }),
        follows("Code is no consent to what a plan loses") { scene, old in
            let new = try Versions.schema(
                ModelDescription(name: "Thing", attributes: [.init("id", .integer)], key: ["id"]))
            let ran = Atomic(false)
            let migration = Migration(from: old, to: new) { _ in ran.store(true, ordering: .relaxed) }
            let error = try await scene.refuses(.incompatible, new.following([migration]), since: old)
            try expect(error.message.contains("“drop Thing.text”"), error.message)
            try expect(!ran.load(ordering: .relaxed), "the code did not run")
        },
    ]

    // MARK: Continuity

    private static let continuity: [ConformancePromise] = [
        follows("A store that code has migrated is the same store") { scene, old in
            let before = try await scene.open(old) { $0.store.identity }
            let new = try Versions.schema(Versions.thing([.init("extra", .text)]))
            let after = try await scene.open(new.following([Migration(from: old, to: new) { _ in }])) {
                $0.store.identity
            }
            try expectEqual(after.id, before.id, "the store's identity")
            try expectEqual(after.fingerprint, new.fingerprint, "the fingerprint")
        },
        follows("Rows that code leaves alone keep their versions, and the next save has a larger one") {
            scene, old in
            let version = try await scene.open(old) {
                try $0.session.version(of: .integer(1), $0.entity("Thing"))
            }
            let new = try Versions.schema(Versions.thing([.init("extra", .integer, isOptional: true)]))
            let migration = Migration(from: old, to: new) {
                try $0.update("Thing", .integer(2), ["extra": .integer(1)])
            }
            try await scene.open(new.following([migration])) { tables in
                let entity = try tables.entity("Thing")
                try expectEqual(try tables.session.version(of: .integer(1), entity), version, "the version")
                let next = try tables.session.committed(
                    .updating(entity, .integer(1), version: version, ["text": .text("z")]))
                try expect(next > version ?? .max, "versions grow")
            }
        },
        follows("Keys that were reserved before code ran are not handed out again") { scene, old in
            let first = try await scene.open(old) { try $0.session.reserveKeys(10, of: $0.entity("Thing")) }
            let new = try Versions.schema(Versions.thing([.init("extra", .text)]))
            let next = try await scene.open(new.following([Migration(from: old, to: new) { _ in }])) {
                try $0.session.reserveKeys(1, of: $0.entity("Thing"))
            }
            try expect(next >= first + 10, "key \(next) after \(first)")
        },
    ]
}
