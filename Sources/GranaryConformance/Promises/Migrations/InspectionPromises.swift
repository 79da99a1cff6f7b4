import FoundationEssentials
import Granary

/// The inspection of a store without models, and its rows as records.
enum InspectionPromises: PromiseList {
    static let category = ConformanceCategory.migrations

    static var promises: [ConformancePromise] { looks + records }

    private static let needs: Capabilities = [.persistent, .inspection]

    /// Things that may each belong to an owner, and owners that share things.
    private static func shared() throws -> Schema {
        try Versions.schema(
            Versions.thing(
                [.init("count", .integer, isIndexed: true, defaultValue: .integer(3))],
                [
                    .init("owner", to: "Owner", isToMany: false, inverse: "things"),
                    .init("friends", to: "Owner", isToMany: true, inverse: "liked"),
                ]),
            Versions.owner([
                .init("things", to: "Thing", isToMany: true, inverse: "owner"),
                .init("liked", to: "Thing", isToMany: true, inverse: "friends"),
            ]))
    }

    private static func fillShared(_ scene: MigrationScene) async throws {
        try await scene.open(try shared()) { tables in
            try tables.insert("Owner", ["code": .text("o")], ["code": .text("p")])
            try tables.insert(
                "Thing",
                ["id": .integer(1), "text": .text("a"), "count": .integer(5), "owner": .text("o")],
                ["id": .integer(2), "count": .integer(6)])
            try tables.connect(
                "Thing", "friends", [(.integer(1), .text("o")), (.integer(1), .text("p"))])
        }
    }

    // MARK: Looking

    private static let looks: [ConformancePromise] = [
        migrates("Looking at a place without a store finds nothing, and makes nothing", needs: needs) {
            scene in
            try expect(try scene.inspect() == nil, "there is nothing")
            let schema = try Versions.schema(Versions.thing())
            try await expectErrorAsync(.notFound, "opening for reading only") {
                try await scene.open(schema, isReadOnly: true) { _ in }
            }
            try await Versions.fill(scene, schema)
        },
        migrates("Looking at a store tells who it is and what it holds", needs: needs) { scene in
            let schema = try shared()
            let identity = try await scene.open(schema) { $0.store.identity }
            let found = try unwrap(try scene.inspect(), "a store")
            try expectEqual(found.identity, identity, "who it is")
            try expectEqual(
                found.schema, StoredSchema(entities: schema.entities, links: schema.links), "what it holds")
            try expectEqual(found.schema.fingerprint, schema.fingerprint, "the version of its models")
            try expect(found.size > 0, "it has a size")
        },
        migrates("A store that is open can be looked at", needs: needs) { scene in
            let schema = try shared()
            try await fillShared(scene)
            try await scene.open(schema) { tables in
                let found = try unwrap(try scene.inspect(), "a store")
                try expectEqual(found.identity, tables.store.identity, "who it is")
                try tables.insert("Owner", ["code": .text("q")])
                try expectEqual(try tables.rows("Owner").count, 3, "owners")
            }
            try await scene.open(schema) { try expectEqual(try $0.rows("Owner").count, 3, "owners") }
        },
        migrates("Looking at a store changes no byte", needs: needs.union(.files)) { scene in
            let schema = try shared()
            try await scene.open(schema) { _ in }
            let location = try unwrap(try scene.configuration().location, "a directory")
            let before = try FileTree(location).contents()
            for _ in 0..<2 { _ = try unwrap(try scene.inspect(), "a store") }
            try expectEqual(try FileTree(location).contents(), before, "every file")
        },
        migrates(
            "Looking at a store names its files and the process that has it open", needs: needs.union(.files)
        ) { scene in
            let schema = try shared()
            try await fillShared(scene)
            let closed = try unwrap(try scene.inspect(), "a store")
            try expectEqual(closed.holders, [], "who has it open")
            try expect(!closed.files.isEmpty, "its files")
            try expectEqual(closed.files.reduce(0) { $0 + $1.size }, closed.size, "its size")
            for file in closed.files {
                try expect(FileManager.default.fileExists(atPath: file.path), "\(file.path) is there")
            }
            try await scene.open(schema) { _ in
                let open = try unwrap(try scene.inspect(), "a store")
                try expectEqual(
                    open.holders, [Int(ProcessInfo.processInfo.processIdentifier)], "who has it open")
            }
        },
    ]

    // MARK: Records

    private static let records: [ConformancePromise] = [
        migrates("Rows are read as records without their models", needs: needs) { scene in
            try await fillShared(scene)
            try scene.records { records in
                try expectEqual(records.models, ["Owner", "Thing"], "models")
                try expectEqual(try records.count("Thing"), 2, "things")
                let first = try unwrap(try records.find("Thing", .integer(1)), "a thing")
                try expectEqual(
                    first.named,
                    ["id": .integer(1), "text": .text("a"), "count": .integer(5), "owner": .text("o")],
                    "its values")
                try expectEqual(first["count"], .integer(5), "a value")
                try expect(first["none"] == nil, "a value that is not there")
                try expect(first.version != nil, "a version")
                try expect(try records.find("Thing", .integer(9)) == nil, "no thing")
                let stream = try records.stream("Thing")
                var keys: [ObjectKey] = []
                while let thing = try stream.next() { if let key = thing.key { keys.append(key) } }
                try expectEqual(keys.sorted(), [.integer(1), .integer(2)], "keys")
                try expectError(.query, "a model that is not there") { _ = try records.stream("Nothing") }
            }
        },
        migrates("Records tell what objects are connected with", needs: needs) { scene in
            try await fillShared(scene)
            try scene.records { records in
                try expectEqual(
                    try records.keys(of: "friends", from: "Thing", .integer(1)), [.text("o"), .text("p")],
                    "friends")
                try expectEqual(
                    try records.keys(of: "liked", from: "Owner", .text("p")), [.integer(1)], "the other side")
                try expectEqual(
                    try records.keys(of: "things", from: "Owner", .text("o")), [.integer(1)], "one to many")
                try expectEqual(try records.keys(of: "friends", from: "Thing", .integer(2)), [], "nobody")
                try expectError(.query, "no such relationship") {
                    _ = try records.keys(of: "text", from: "Thing", .integer(1))
                }
            }
        },
        migrates("Records of every kind have the values that were saved", needs: needs) { scene in
            let values: [String: Value] = [
                "bool": .bool(true), "integer": .integer(.min), "real": .real(-0.1),
                "text": .text("e\u{301}"),
                "data": .data(Data([0, 255])), "date": .date(-62_135_596_800_000_000),
                "uuid": .uuid(makeUUID(258)), "decimal": .decimal(makeDecimal("-12.50")),
            ]
            let attributes = values.keys.sorted().compactMap { name in
                AttributeType(rawValue: name).map {
                    AttributeDescription("\(name)_", $0, isOptional: true)
                }
            }
            let schema = try Versions.schema(
                ModelDescription(
                    name: "All", attributes: [.init("id", .integer)] + attributes, key: ["id"]))
            let named = Dictionary(uniqueKeysWithValues: values.map { ("\($0)_", $1) })
            try await scene.open(schema) {
                try $0.insert("All", named.merging(["id": .integer(1)]) { $1 }, ["id": .integer(2)])
            }
            try scene.records { records in
                let first = try unwrap(try records.find("All", .integer(1)), "a record")
                for (name, value) in named { try expectEqual(first[name], value, name) }
                let second = try unwrap(try records.find("All", .integer(2)), "a record")
                try expectEqual(second.named, ["id": .integer(2)], "nothing else")
            }
        },
        migrates("Records stream a thousand rows, each once", needs: needs) { scene in
            let schema = try Versions.schema(Versions.thing())
            try await scene.open(schema) { tables in
                var changes = ChangeSet()
                changes.insert(
                    try tables.entity("Thing"),
                    (0..<1_000).map { ["id": .integer($0), "text": .text("\($0)")] })
                try tables.session.committed(changes)
            }
            try scene.records { records in
                var seen: Set<Int64> = []
                let stream = try records.stream("Thing")
                while let thing = try stream.next() {
                    guard case .integer(let id)? = thing["id"] else { continue }
                    try expectEqual(thing["text"], .text("\(id)"), "the text of \(id)")
                    try expect(seen.insert(id).inserted, "\(id) comes once")
                }
                try expectEqual(seen.count, 1_000, "rows")
            }
        },
    ]
}
