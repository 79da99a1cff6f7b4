import Granary

/// Models, relationships, keys and constraints come, go and change; rows stay.
enum ModelMigrationPromises: PromiseList {
    static let category = ConformanceCategory.migrations

    static var promises: [ConformancePromise] {
        models + relationships + indexes + keys
    }

    // MARK: Models

    private static let models: [ConformancePromise] = [
        migrates("An added model has no objects, and accepts some") { scene in
            try await Versions.fill(scene, try Versions.schema(Versions.thing()))
            let new = try Versions.schema(Versions.thing(), Versions.owner())
            try await scene.open(new) { tables in
                try expectEqual(try tables.rows("Owner"), [], "owners")
                try tables.insert("Owner", ["code": .text("o")])
            }
            try await scene.open(new) { tables in
                try expectEqual(try tables.rows("Owner"), [["code": .text("o")]], "owners")
                try expectEqual(try tables.rows("Thing"), Versions.rows, "things")
            }
        },
        migrates("A removed model needs consent; with it the objects go, and those of other models stay") {
            scene in
            let old = try Versions.schema(Versions.thing(), Versions.owner())
            try await Versions.fill(scene, old)
            try await scene.open(old) { try $0.insert("Owner", ["code": .text("o")]) }
            let new = try Versions.schema(Versions.thing())
            let error = try await scene.refuses(.incompatible, new, since: old)
            try expect(error.message.contains("drop Owner: loses data"), error.message)
            try await scene.open(new, consents: ["drop Owner"]) { tables in
                try expectEqual(try tables.rows("Thing"), Versions.rows, "things")
            }
            try await scene.open(Versions.back(to: old, from: new)) {
                try expectEqual($0.rows("Owner"), [], "owners of the new table")
            }
        },
        migrates("A renamed model keeps its objects, its references and its pairs") { scene in
            func models(_ name: String, _ renamedFrom: String?) -> [ModelDescription] {
                [
                    Versions.thing(
                        [.init("label", .text, isOptional: true, isUnique: true)],
                        [
                            .init("owner", to: "Owner", isToMany: false),
                            .init("next", to: name, isToMany: false),
                            .init("friends", to: "Owner", isToMany: true, inverse: "things"),
                        ], name: name, renamedFrom: renamedFrom),
                    Versions.owner([.init("things", to: name, isToMany: true)]),
                ]
            }
            try await scene.open(try MigrationScene.schema(models("Thing", nil))) { tables in
                try tables.insert("Owner", ["code": .text("o")], ["code": .text("p")])
                try tables.insert(
                    "Thing", ["id": .integer(1), "label": .text("x"), "owner": .text("o")],
                    ["id": .integer(2), "next": .integer(1)])
                try tables.connect(
                    "Thing", "friends", [(.integer(1), .text("p")), (.integer(2), .text("p"))])
            }
            let new = try MigrationScene.schema(models("Article", "Thing"))
            for _ in 0..<2 {
                try await scene.open(new) { tables in
                    try expectEqual(
                        try tables.rows("Article"),
                        [
                            ["id": .integer(1), "label": .text("x"), "owner": .text("o")],
                            ["id": .integer(2), "next": .integer(1)],
                        ], "articles")
                    try expectEqual(
                        try tables.connected("Article", "friends", of: [.integer(1), .integer(2)]),
                        [[.integer(1), .text("p")], [.integer(2), .text("p")]], "pairs")
                    try expectError(.constraint, "the same label again") {
                        try tables.insert("Article", ["id": .integer(3), "label": .text("x")])
                    }
                }
            }
            try await scene.open(
                try MigrationScene.schema(models("Article", "Thing") + [Versions.thing()])
            ) { tables in
                try tables.insert("Thing", ["id": .integer(1)])
                try expectEqual(try tables.rows("Article").count, 2, "articles")
            }
        },
        migrates(
            "A model moves to a configuration that the store does not hold yet, and an old program stays out"
        ) {
            scene in
            func schema(_ placed: [String: [String]]) throws -> Schema {
                try MigrationScene.schema([Versions.thing(), Versions.owner()], in: placed)
            }
            let all = try schema(["All": ["Thing", "Owner"]])
            let ways = [["All": ["Thing"], "Other": ["Owner"]], ["Other": ["Thing", "Owner"]]]
            for placed in ways {
                try await scene.open(all) { tables in
                    try tables.insert("Owner", ["code": .text("o")])
                    try tables.insert("Thing", ["id": .integer(1)])
                }
                for _ in 0..<2 {
                    try await scene.open(try schema(placed)) { tables in
                        try expectEqual(try tables.rows("Owner"), [["code": .text("o")]], "owners")
                        try expectEqual(try tables.rows("Thing"), [["id": .integer(1)]], "things")
                    }
                }
                try await expectErrorAsync(.newer, "a program with the old places") {
                    try await scene.open(all, policy: .delete) { _ in }
                }
                try scene.end()
            }
        },
        migrates("A model moves to another configuration of the same store with its objects") { scene in
            let old = try MigrationScene.schema(
                [Versions.thing(), Versions.owner()], in: ["All": ["Thing", "Owner"]])
            let both = try MigrationScene.schema(
                [Versions.thing(), Versions.owner(), Versions.thing(name: "Third")],
                in: ["All": ["Thing", "Owner"], "Side": ["Third"]])
            let new = try MigrationScene.schema(
                [Versions.thing(), Versions.owner(), Versions.thing(name: "Third")],
                in: ["All": ["Owner"], "Side": ["Thing", "Third"]])
            try await Versions.fill(scene, old)
            try await scene.open(both) { try expectEqual($0.rows("Thing"), Versions.rows, "things") }
            for _ in 0..<2 {
                try await scene.open(new) { try expectEqual($0.rows("Thing"), Versions.rows, "things") }
            }
        },
        migrates(
            "A model whose configuration is in another store now is given up only with consent, and its objects stay in the copy",
            needs: CodedMigrationPromises.needs
        ) { scene in
            let backends = [scene.bench.harness.backend]
            let old = try Versions.schema(Versions.thing(), Versions.owner())
            try await Versions.fill(scene, old)
            try await scene.open(old) { try $0.insert("Owner", ["code": .text("o")]) }
            let new = try MigrationScene.schema(
                [Versions.thing(), Versions.owner()], in: ["All": ["Thing"], "Elsewhere": ["Owner"]])
            let refused = try Migrator(new, scene.configuration(), backends: backends)
            let error = try expectError(.incompatible, "without consent") { try refused.migrate() }
            try expect(error.message.contains("“Elsewhere”"), error.message)
            try await scene.open(old) { try expectEqual($0.rows("Owner").count, 1, "owners as before") }
            var configuration = try scene.configuration()
            configuration.consents = ["drop Owner"]
            let migrator = try Migrator(new, configuration, backends: backends)
            try migrator.migrate()
            let copy = try unwrap(try migrator.kept().first, "the copy")
            let records = try StoredRecords(copy, backends: backends)
            let count = Result { try records.count("Owner") }
            records.close()
            try expectEqual(try count.get(), 1, "owners in the copy")
            try migrator.drop(copy)
        },
    ]

    // MARK: Relationships

    private static let relationships: [ConformancePromise] = [
        migrates("An added relationship to one is empty, and then refers to an object") { scene in
            try await Versions.fill(scene, try Versions.schema(Versions.thing()))
            let new = try Versions.schema(
                Versions.thing([], [.init("owner", to: "Owner", isToMany: false)]),
                Versions.owner([.init("things", to: "Thing", isToMany: true, inverse: "owner")]))
            try await scene.open(new) { tables in
                try expectEqual(try tables.rows("Thing"), Versions.rows, "things")
                try tables.insert("Owner", ["code": .text("o")])
                try tables.insert("Thing", ["id": .integer(3), "owner": .text("o")])
            }
            try await scene.open(new) { tables in
                var request = FetchRequest(entity: try tables.entity("Thing"))
                request.selection = .referring(relationship: "owner", to: [.text("o")])
                try expectEqual(try tables.session.rows(request).map { $0[0] }, [.integer(3)], "referring")
                if tables.store.capabilities.contains(.referenceChecks) {
                    try expectError(.constraint, "a reference that leads nowhere") {
                        try tables.insert("Thing", ["id": .integer(4), "owner": .text("nobody")])
                    }
                }
            }
        },
        migrates("Removing a relationship to one needs consent, and its objects stay") { scene in
            let old = try Versions.schema(
                Versions.thing([], [.init("owner", to: "Owner", isToMany: false)]), Versions.owner())
            try await scene.open(old) { tables in
                try tables.insert("Owner", ["code": .text("o")])
                try tables.insert("Thing", ["id": .integer(1), "owner": .text("o")])
            }
            let new = try Versions.schema(Versions.thing(), Versions.owner())
            try await scene.refuses(.incompatible, new, since: old)
            try await scene.open(new, consents: ["drop Thing.owner"]) { tables in
                try expectEqual(try tables.rows("Thing"), [["id": .integer(1)]], "things")
                try expectEqual(try tables.rows("Owner").count, 1, "owners")
            }
        },
        migrates("A relationship from many to many is added and takes pairs") { scene in
            try await Versions.fill(scene, try Versions.schema(Versions.thing(), Versions.owner()))
            let new = try Versions.schema(
                Versions.thing([], [.init("owners", to: "Owner", isToMany: true, inverse: "things")]),
                Versions.owner([.init("things", to: "Thing", isToMany: true)]))
            try await scene.open(new) { tables in
                try tables.insert("Owner", ["code": .text("o")])
                try tables.connect("Thing", "owners", [(.integer(2), .text("o"))])
            }
            try await scene.open(new) { tables in
                try expectEqual(
                    try tables.connected("Owner", "things", of: [.text("o")]), [[.text("o"), .integer(2)]],
                    "pairs")
            }
        },
        migrates("A relationship from many to many goes only with consent") { scene in
            let old = try Versions.schema(
                Versions.thing([], [.init("owners", to: "Owner", isToMany: true, inverse: "things")]),
                Versions.owner([.init("things", to: "Thing", isToMany: true)]))
            try await scene.open(old) { tables in
                try tables.insert("Owner", ["code": .text("o")])
                try tables.insert("Thing", ["id": .integer(1)])
                try tables.connect("Thing", "owners", [(.integer(1), .text("o"))])
            }
            let new = try Versions.schema(Versions.thing(), Versions.owner())
            let error = try await scene.refuses(.incompatible, new, since: old)
            let link = try unwrap(old.links.first?.name, "the table of pairs")
            try expect(error.message.contains("drop \(link)"), error.message)
            try await scene.open(new, consents: ["drop \(link)"]) { tables in
                try expectEqual(try tables.rows("Thing").count, 1, "things")
            }
        },
        migrates("Pairs stay when their table gets a name of its own, and when the relationship gets another")
        {
            scene in
            func schema(_ owners: RelationshipDescription, _ near: RelationshipDescription) throws -> Schema {
                try Versions.schema(
                    Versions.thing([], [owners, near, .init("beside", to: "Thing", isToMany: true)]),
                    Versions.owner([.init("things", to: "Thing", isToMany: true)]))
            }
            func owners(_ name: String, from former: String? = nil) -> RelationshipDescription {
                .init(name, to: "Owner", isToMany: true, inverse: "things", renamedFrom: former)
            }
            func near(_ name: String, from former: String? = nil) -> RelationshipDescription {
                .init(name, to: "Thing", isToMany: true, inverse: "beside", renamedFrom: former)
            }
            let old = try schema(owners("owners"), near("near"))
            try await Versions.fill(scene, old)
            try await scene.open(old) { tables in
                try tables.insert("Owner", ["code": .text("o")])
                try tables.connect("Thing", "owners", [(.integer(1), .text("o"))])
                try tables.connect("Thing", "near", [(.integer(1), .integer(2))])
            }
            let versions = [
                try schema(owners("owners").inTable("owned"), near("near").inTable("neighbours")),
                // The names of the two sides now have the other order, which decides about the halves.
                try schema(
                    owners("keepers", from: "owners").inTable("kept"),
                    near("aside", from: "near").inTable("neighbours")),
                try schema(owners("keepers", from: "owners"), near("aside", from: "near")),
            ]
            for (version, names) in zip(
                versions, [("owners", "near"), ("keepers", "aside"), ("keepers", "aside")])
            {
                for _ in 0..<2 {
                    try await scene.open(version) { tables in
                        let found = [
                            try tables.connected("Thing", names.0, of: [.integer(1)]),
                            try tables.connected("Thing", names.1, of: [.integer(1)]),
                            try tables.connected("Thing", "beside", of: [.integer(2)]),
                        ]
                        let wanted: [[[Value]]] = [
                            [[.integer(1), .text("o")]], [[.integer(1), .integer(2)]],
                            [[.integer(2), .integer(1)]],
                        ]
                        try expectEqual(found, wanted, "pairs")
                    }
                }
            }
        },
        migrates("Another delete rule needs no migration", needs: .persistent) { scene in
            func models(_ rule: DeleteRule) throws -> Schema {
                try Versions.schema(
                    Versions.thing([], [.init("owner", to: "Owner", isToMany: false)]),
                    Versions.owner([
                        .init("things", to: "Thing", isToMany: true, inverse: "owner", deleteRule: rule)
                    ]))
            }
            try await Versions.fill(scene, try models(.nullify))
            try await scene.open(try models(.cascade), policy: .refuse) {
                try expectEqual($0.rows("Thing"), Versions.rows, "things")
            }
        },
    ]

    // MARK: Indexes and constraints

    private static let indexes: [ConformancePromise] = [
        migrates("An added index covers old rows too, and a removed one leaves the answers") { scene in
            let plain = try Versions.schema(Versions.thing())
            let indexed = try MigrationScene.schema([
                ModelDescription(
                    name: "Thing",
                    attributes: [
                        .init("id", .integer), .init("text", .text, isOptional: true, isIndexed: true),
                    ],
                    key: ["id"], indexes: [["text", "id"]])
            ])
            try await Versions.fill(scene, plain)
            for schema in [indexed, Versions.back(to: plain, from: indexed), indexed] {
                try await scene.open(schema) { tables in
                    try expectEqual(
                        try tables.keys("Thing", where: "text", is: .text("b")), [.integer(2)], "found")
                }
                try await scene.open(schema, policy: .refuse) {
                    try expectEqual($0.rows("Thing"), Versions.rows, "rows")
                }
            }
        },
        migrates("An added unique constraint holds from then on, and a removed one does not") { scene in
            let plain = try Versions.schema(Versions.thing())
            let unique = try Versions.schema(Versions.thing(uniques: [["text"]]))
            try await Versions.fill(scene, plain)
            try await scene.open(unique) { tables in
                try expectError(.constraint, "the same text") {
                    try tables.insert("Thing", ["id": .integer(3), "text": .text("a")])
                }
                try tables.insert("Thing", ["id": .integer(4)], ["id": .integer(5)])
            }
            try await scene.open(Versions.back(to: plain, from: unique)) {
                try $0.insert("Thing", ["id": .integer(3), "text": .text("a")])
            }
        },
        migrates(
            "Rows that violate an added unique constraint are listed by their keys, and nothing is changed"
        ) {
            scene in
            let old = try Versions.schema(Versions.thing())
            try await Versions.fill(scene, old)
            try await scene.open(old) { tables in
                try tables.insert(
                    "Thing", ["id": .integer(3), "text": .text("a")], ["id": .integer(4)], ["id": .integer(5)]
                )
            }
            let new = try Versions.schema(
                Versions.thing([.init("more", .text, isOptional: true)], uniques: [["text"]]))
            let error = try await scene.refuses(.constraint, new, since: old)
            try expectEqual(error.context.constraint, .unique, "the constraint")
            try expectEqual(error.context.entity, "Thing", "the entity named")
            try expectEqual(error.context.properties, ["text"], "the property named")
            try expectEqual(
                Set(error.conflicts.map(\.key)), [.integer(1), .integer(3)], "the keys listed")
            try expect(!error.description.contains("“a”"), "no value is shown")
        },
    ]
}

extension ModelMigrationPromises {
    // MARK: Keys

    private static let keys: [ConformancePromise] = [
        migrates("Another primary key is taken where every object has its own") { scene in
            func model(_ key: [String]) throws -> Schema {
                try MigrationScene.schema([
                    ModelDescription(
                        name: "Thing",
                        attributes: [.init("id", .integer), .init("code", .text), .init("part", .integer)],
                        key: key)
                ])
            }
            try await scene.open(try model(["id"])) { tables in
                try tables.insert(
                    "Thing", ["id": .integer(1), "code": .text("b"), "part": .integer(1)],
                    ["id": .integer(2), "code": .text("a"), "part": .integer(1)])
            }
            try await scene.open(try model(["code"])) { tables in
                try expectEqual(
                    try tables.rows("Thing").map { $0["id"] }, [.integer(2), .integer(1)], "order")
                try expectError(.constraint, "the same key") {
                    try tables.insert(
                        "Thing", ["id": .integer(3), "code": .text("a"), "part": .integer(1)])
                }
            }
            let error = try await scene.refuses(.constraint, try model(["part"]), since: try model(["code"]))
            try expectEqual(error.context.constraint, .primaryKey, "the constraint")
            try expectEqual(Set(error.conflicts.map(\.key)), [.text("a"), .text("b")], "the keys listed")
            try await scene.open(try model(["part", "code"])) { tables in
                try expectEqual(
                    try tables.rows("Thing").map { $0["id"] }, [.integer(2), .integer(1)], "order")
            }
            let back = Versions.back(to: try model(["id"]), from: try model(["part", "code"]))
            try await scene.open(back) { tables in
                try expectEqual(
                    try tables.rows("Thing").map { $0["id"] }, [.integer(1), .integer(2)], "order")
                try tables.insert("Thing", ["id": .integer(3), "code": .text("a"), "part": .integer(1)])
                let entity = try tables.entity("Thing")
                try expect(try tables.session.reserveKeys(1, of: entity) > 3, "a reserved key is a new one")
            }
        },
        migrates("A key becomes text, and references to it follow") { scene in
            func models(_ type: AttributeType) throws -> Schema {
                try Versions.schema(
                    ModelDescription(name: "Thing", attributes: [.init("id", type)], key: ["id"]),
                    Versions.owner([
                        .init("thing", to: "Thing", isToMany: false),
                        .init("all", to: "Thing", isToMany: true),
                    ]))
            }
            try await scene.open(try models(.integer)) { tables in
                try tables.insert("Thing", ["id": .integer(9)], ["id": .integer(10)])
                try tables.insert("Owner", ["code": .text("o"), "thing": .integer(10)])
                try tables.connect("Owner", "all", [(.text("o"), .integer(9))])
            }
            for _ in 0..<2 {
                try await scene.open(try models(.text)) { tables in
                    try expectEqual(
                        try tables.rows("Thing").map { $0["id"] }, [.text("10"), .text("9")], "keys")
                    try expectEqual(try tables.rows("Owner").map { $0["thing"] }, [.text("10")], "references")
                    try expectEqual(
                        try tables.connected("Owner", "all", of: [.text("o")]), [[.text("o"), .text("9")]],
                        "pairs")
                }
            }
        },
    ]
}
