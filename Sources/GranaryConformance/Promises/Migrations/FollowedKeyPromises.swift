import FoundationEssentials
import Granary

/// A model gets another primary key while others refer to its objects, and every reference follows.
enum FollowedKeyPromises: PromiseList {
    static let category = ConformanceCategory.migrations

    private static func thing(
        _ key: [String], optional: [String] = [], _ relationships: [RelationshipDescription] = []
    ) -> ModelDescription {
        ModelDescription(
            name: "Thing",
            attributes: [
                .init("id", .integer), .init("code", .text, isOptional: optional.contains("code")),
                .init("part", .integer),
            ], relationships: relationships, key: key)
    }

    /// A thing, and an owner with relationships to it.
    private static func related(
        _ key: [String], optional: [String] = [], isRequired: Bool = false, uniques: [[String]] = []
    ) throws -> Schema {
        try Versions.schema(
            thing(
                key, optional: optional,
                [
                    .init(
                        "owners", to: "Owner", isToMany: true, inverse: "thing",
                        deleteRule: isRequired ? .cascade : .nullify)
                ]),
            ModelDescription(
                name: "Owner", attributes: [.init("code", .text)],
                relationships: [
                    .init("thing", to: "Thing", isToMany: false, isOptional: !isRequired),
                    .init("all", to: "Thing", isToMany: true),
                ], key: ["code"], uniques: uniques))
    }

    private static func insertThings(_ tables: MigrationTables) throws {
        try tables.insert(
            "Thing", ["id": .integer(1), "code": .text("z"), "part": .integer(7)],
            ["id": .integer(2), "code": .text("y"), "part": .integer(7)],
            ["id": .integer(3), "code": .text("x"), "part": .integer(7)])
    }

    private static func fill(_ tables: MigrationTables) throws {
        try insertThings(tables)
        try tables.insert(
            "Owner", ["code": .text("a"), "thing": .integer(2)], ["code": .text("b")],
            ["code": .text("c"), "thing": .integer(3)])
        try tables.connect(
            "Owner", "all", [(.text("a"), .integer(1)), (.text("a"), .integer(3)), (.text("b"), .integer(1))])
    }

    private static func things(_ tables: MigrationTables) throws -> [Value?] {
        try tables.rows("Owner").map { $0["thing"] }
    }

    static var promises: [ConformancePromise] { following + renamed + shapes + refusals }

    private static let renamed: [ConformancePromise] = [
        migrates("A referred key gets another name while its model is rewritten") { scene in
            // The other attribute is dropped, converted or required, which no engine does by a new name alone; and a name
            // that differs in its letters' case is another name.
            let (text, required) = (
                AttributeDescription("part", .text),
                AttributeDescription("part", .integer, defaultValue: .integer(0))
            )
            let ways: [(key: String, other: AttributeDescription?)] = [
                ("ID", text), ("number", nil), ("part_of", required), ("code", text),
            ]
            for way in ways {
                try await rename(way.key, way.other, MigrationScene(scene.bench, at: way.key))
            }
        }
    ]

    /// Renames the key of a thing that others, itself and pairs refer to, and exchanges its other attribute.
    private static func rename(
        _ key: String, _ other: AttributeDescription?, _ scene: MigrationScene
    ) async throws {
        func schema(_ key: String, _ attributes: [AttributeDescription]) throws -> Schema {
            try Versions.schema(
                ModelDescription(
                    name: "Thing", attributes: attributes,
                    relationships: [
                        .init("next", to: "Thing", isToMany: false),
                        .init("friends", to: "Thing", isToMany: true, inverse: "admirers"),
                        .init("admirers", to: "Thing", isToMany: true, inverse: "friends"),
                    ], key: [key]),
                ModelDescription(
                    name: "Owner", attributes: [.init("label", .text)],
                    relationships: [
                        .init("thing", to: "Thing", isToMany: false),
                        .init("all", to: "Thing", isToMany: true),
                    ], key: ["label"]))
        }
        let old = try schema(
            "id", [.init("id", .integer), .init("code", .text), .init("part", .integer, isOptional: true)])
        // A new name that was that of an attribute which is given up.
        var attributes = [AttributeDescription(key, .integer, renamedFrom: "id")]
        if key != "code" { attributes.append(.init("code", .text)) }
        if let other { attributes.append(other) }
        let new = try schema(key, attributes)
        try await scene.open(old) { tables in
            try tables.insert(
                "Thing", ["id": .integer(1), "code": .text("x"), "part": .integer(7), "next": .integer(2)],
                ["id": .integer(2), "code": .text("y"), "part": .integer(7), "next": .integer(2)])
            try tables.insert("Owner", ["label": .text("a"), "thing": .integer(2)])
            try tables.connect("Thing", "friends", [(.integer(1), .integer(2))])
            try tables.connect("Owner", "all", [(.text("a"), .integer(1))])
        }
        for _ in 0..<2 {
            try await scene.open(
                new, consents: ["drop Thing.part", "drop Thing.code", "convert Thing.part"],
                keepsLostData: false
            ) { tables in
                try expectEqual(
                    try tables.rows("Thing").map { $0[key] }, [.integer(1), .integer(2)], "keys")
                try expectEqual(
                    try tables.rows("Thing").map { $0["next"] }, [.integer(2), .integer(2)], "next")
                try expectEqual(try things(tables), [.integer(2)], "things")
                try expectEqual(
                    try tables.connected("Thing", "friends", of: [.integer(1)]),
                    [[.integer(1), .integer(2)]],
                    "friends")
                try expectEqual(
                    try tables.connected("Owner", "all", of: [.text("a")]), [[.text("a"), .integer(1)]], "all"
                )
                try expectError(.constraint, "a reference that leads nowhere") {
                    try tables.insert("Owner", ["label": .text("b"), "thing": .integer(9)])
                }
            }
        }
        try scene.end()
    }

    private static let following: [ConformancePromise] = [
        migrates("Another primary key is taken over into relationships to one and their inverses") { scene in
            try await scene.open(try related(["id"]), fill)
            for _ in 0..<2 {
                try await scene.open(try related(["code"])) { tables in
                    try expectEqual(try things(tables), [.text("y"), nil, .text("x")], "things")
                    try expectEqual(
                        try tables.keys("Owner", leadingBy: "thing", to: .text("x")), [.text("c")], "found")
                    try expectEqual(
                        try tables.rows("Thing").map { $0["id"] }, [.integer(3), .integer(2), .integer(1)],
                        "order")
                }
            }
            try await scene.open(try related(["code"]), policy: .refuse) { tables in
                try tables.insert("Owner", ["code": .text("d"), "thing": .text("z")])
                try expectError(.constraint, "a reference that leads nowhere") {
                    try tables.insert("Owner", ["code": .text("e"), "thing": .text("2")])
                }
            }
        },
        migrates("Another primary key is taken over into the pairs of many to many") { scene in
            try await scene.open(try related(["id"]), fill)
            let pairs: [[Value]] = [
                [.text("a"), .text("x")], [.text("a"), .text("z")], [.text("b"), .text("z")],
            ]
            for _ in 0..<2 {
                try await scene.open(try related(["code"])) { tables in
                    try expectEqual(
                        try tables.connected("Owner", "all", of: [.text("a"), .text("b")]), pairs, "pairs")
                }
            }
            try await scene.open(try related(["code"])) { tables in
                try tables.connect("Owner", "all", [(.text("b"), .text("y"))])
            }
        },
        migrates("Another primary key is taken over into references of a model to itself, also in circles") {
            scene in
            func schema(_ key: [String]) throws -> Schema {
                try Versions.schema(
                    thing(
                        key,
                        [
                            .init("next", to: "Thing", isToMany: false),
                            .init("friends", to: "Thing", isToMany: true, inverse: "admirers"),
                            .init("admirers", to: "Thing", isToMany: true, inverse: "friends"),
                        ]))
            }
            try await scene.open(try schema(["id"])) { tables in
                func row(_ id: Int64, _ code: String, _ next: Int64) -> [String: Value] {
                    ["id": .integer(id), "code": .text(code), "part": .integer(1), "next": .integer(next)]
                }
                try tables.insert("Thing", row(1, "z", 2), row(2, "y", 1), row(3, "x", 3))
                try tables.connect(
                    "Thing", "friends", [(.integer(1), .integer(3)), (.integer(2), .integer(2))])
            }
            try await scene.open(try schema(["code"])) { tables in
                try expectEqual(
                    try tables.rows("Thing").map { $0["next"] }, [.text("x"), .text("z"), .text("y")], "next")
                try expectEqual(
                    try tables.connected("Thing", "friends", of: [.text("z"), .text("y")]),
                    [[.text("y"), .text("y")], [.text("z"), .text("x")]], "friends")
            }
        },
        migrates("Two models that refer to each other get other primary keys at once") { scene in
            func model(_ name: String, _ other: String, _ key: String) -> ModelDescription {
                ModelDescription(
                    name: name, attributes: [.init("id", .integer), .init("code", .text)],
                    relationships: [.init("other", to: other, isToMany: false)], key: [key])
            }
            func schema(_ key: String) throws -> Schema {
                try Versions.schema(model("Left", "Right", key), model("Right", "Left", key))
            }
            try await scene.open(try schema("id")) { tables in
                try tables.insert("Left", ["id": .integer(1), "code": .text("l")])
                try tables.insert("Right", ["id": .integer(1), "code": .text("r"), "other": .integer(1)])
                try tables.insert("Left", ["id": .integer(2), "code": .text("m"), "other": .integer(1)])
            }
            try await scene.open(try schema("code")) { tables in
                try expectEqual(try tables.rows("Left").map { $0["other"] }, [nil, .text("r")], "right")
                try expectEqual(try tables.rows("Right").map { $0["other"] }, [.text("l")], "left")
            }
        },
    ]

    private static let shapes: [ConformancePromise] = [
        migrates("References follow from one attribute to several, and back to one") { scene in
            try await scene.open(try related(["id"]), fill)
            let several = try related(["part", "code"])
            try await scene.open(several) { tables in
                var request = FetchRequest(entity: try tables.entity("Owner"))
                let key = try unwrap(ObjectKey([.integer(7), .text("y")]), "the key")
                request.selection = .referring(relationship: "thing", to: [key])
                try expectEqual(try tables.session.rows(request).map { $0[0] }, [.text("a")], "referring")
                try expectEqual(
                    try tables.connected("Owner", "all", of: [.text("b")]),
                    [[.text("b"), .integer(7), .text("z")]], "pairs")
            }
            try await scene.open(Versions.back(to: try related(["id"]), from: several)) { tables in
                try expectEqual(try things(tables), [.integer(2), nil, .integer(3)], "things")
                try expectEqual(
                    try tables.connected("Owner", "all", of: [.text("a"), .text("b")]),
                    [[.text("a"), .integer(1)], [.text("a"), .integer(3)], [.text("b"), .integer(1)]], "pairs"
                )
            }
        },
        migrates("References follow to a key that is converted, in models and relationships of new names") {
            scene in
            func schema(
                _ type: AttributeType, _ model: String, _ link: String, _ attribute: String, _ key: String,
                isFirst: Bool
            ) throws -> Schema {
                try Versions.schema(
                    ModelDescription(
                        name: model,
                        attributes: [
                            .init("id", .uuid), .init(attribute, type, renamedFrom: isFirst ? nil : "number"),
                        ], key: [key], renamedFrom: isFirst ? nil : "Thing"),
                    Versions.owner([
                        .init(link, to: model, isToMany: false, renamedFrom: isFirst ? nil : "thing")
                    ]))
            }
            let (first, second) = (UUID(), UUID())
            try await scene.open(try schema(.integer, "Thing", "thing", "number", "id", isFirst: true)) {
                tables in
                try tables.insert(
                    "Thing", ["id": .uuid(first), "number": .integer(10)],
                    ["id": .uuid(second), "number": .integer(9)])
                try tables.insert(
                    "Owner", ["code": .text("o"), "thing": .uuid(second)], ["code": .text("p")])
            }
            let new = try schema(.text, "Article", "article", "label", "label", isFirst: false)
            try await scene.open(new) { tables in
                try expectEqual(
                    try tables.rows("Owner").map { $0["article"] }, [.text("9"), nil], "articles")
                try expectEqual(
                    try tables.rows("Article").map { $0["label"] }, [.text("10"), .text("9")], "labels")
            }
        },
        migrates("A unique relationship that follows another primary key stays unique") { scene in
            try await scene.open(try related(["id"], uniques: [["thing"]]), fill)
            let new = try related(["code"], isRequired: false, uniques: [["thing"]])
            try await scene.open(new) { tables in
                try expectEqual(try things(tables), [.text("y"), nil, .text("x")], "things")
                try expectError(.constraint, "the same thing again") {
                    try tables.insert("Owner", ["code": .text("d"), "thing": .text("x")])
                }
            }
        },
        migrates("References of another configuration of the same store follow another primary key") {
            scene in
            func schema(_ key: [String]) throws -> Schema {
                try MigrationScene.schema(
                    [thing(key), Versions.owner([.init("thing", to: "Thing", isToMany: false)])],
                    in: ["All": ["Thing"], "Side": ["Owner"]])
            }
            try await scene.open(try schema(["id"])) { tables in
                try insertThings(tables)
                try tables.insert("Owner", ["code": .text("a"), "thing": .integer(2)], ["code": .text("b")])
            }
            try await scene.open(try schema(["code"])) { tables in
                try expectEqual(try things(tables), [.text("y"), nil], "things")
            }
        },
    ]

    private static let refusals: [ConformancePromise] = [
        migrates("Equal values of another primary key are listed by the old one, and no reference is changed")
        {
            scene in
            let old = try related(["id"])
            try await scene.open(old, fill)
            let error = try await scene.refuses(.constraint, try related(["part"]), since: old)
            try expectEqual(error.context.constraint, .primaryKey, "the constraint")
            try expectEqual(error.context.entity, "Thing", "the entity named")
            try expectEqual(
                Set(error.conflicts.map(\.key)), [.integer(1), .integer(2), .integer(3)], "the keys listed")
        },
        migrates(
            "Missing values of another primary key are listed by the old one, and no reference is changed"
        ) {
            scene in
            let old = try related(["id"], optional: ["code"])
            try await scene.open(old) { tables in
                try fill(tables)
                try tables.insert("Thing", ["id": .integer(4), "part": .integer(1)])
                try tables.insert("Thing", ["id": .integer(5), "part": .integer(1)])
            }
            let error = try await scene.refuses(.constraint, try related(["code"]), since: old)
            try expectEqual(error.context.constraint, .notNull, "the constraint")
            try expectEqual(error.context.properties, ["code"], "the property named")
            try expectEqual(Set(error.conflicts.map(\.key)), [.integer(4), .integer(5)], "the keys listed")
        },
        migrates("A relationship that follows another primary key and is required has to lead to an object") {
            scene in
            let old = try related(["id"])
            try await scene.open(old, fill)
            let error = try await scene.refuses(
                .constraint, try related(["code"], isRequired: true), since: old)
            try expectEqual(error.context.constraint, .notNull, "the constraint")
            try expectEqual(error.conflicts.map(\.key), [.text("b")], "the keys listed")
        },
        migrates("References that lead nowhere are listed when another primary key would be taken over") {
            scene in
            func schema(_ key: [String]) throws -> Schema {
                try MigrationScene.schema(
                    [thing(key), Versions.owner([.init("thing", to: "Thing", isToMany: false)])],
                    in: ["All": ["Thing"], "Side": ["Owner"]])
            }
            let old = try schema(["id"])
            try await scene.open(old) { tables in
                try insertThings(tables)
                try tables.insert("Owner", ["code": .text("a"), "thing": .integer(2)])
                try tables.insert("Owner", ["code": .text("b"), "thing": .integer(99)])
            }
            let error = try await scene.refuses(.constraint, try schema(["code"]), since: old)
            try expectEqual(error.context.constraint, .reference, "the constraint")
            try expectEqual(error.context.properties, ["thing"], "the property named")
            try expectEqual(error.conflicts.map(\.key), [.text("b")], "the keys listed")
        },
        migrates("Another primary key is refused while models outside of the store refer by the old one") {
            scene in
            func schema(_ key: [String]) throws -> Schema {
                try MigrationScene.schema(
                    [thing(key), Versions.owner([.init("thing", to: "Thing", isToMany: false)])],
                    in: ["All": ["Thing"], "Elsewhere": ["Owner"]])
            }
            let backend = scene.bench.harness.backend
            let old = try Migrator(try schema(["id"]), scene.configuration(), backends: [backend])
            try old.migrate()
            let new = try Migrator(try schema(["code"]), scene.configuration(), backends: [backend])
            let error = try expectError(.incompatible, "another key") { try new.migrate() }
            try expect(error.message.contains("“Owner.thing”"), error.message)
            try expectEqual(try old.forecast()?.isEmpty, true, "the store as it was")
        },
    ]
}
