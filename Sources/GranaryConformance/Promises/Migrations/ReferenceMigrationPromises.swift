import Granary

/// Columns with values become relationships where every value leads to an object, and relationships become plain
/// values.
enum ReferenceMigrationPromises: PromiseList {
    static let category = ConformanceCategory.migrations

    /// A thing and an owner; the thing has the owner's code as an attribute, or as a relationship.
    private static func plain(_ type: AttributeType = .text, renamedFrom: String? = nil) throws -> Schema {
        try Versions.schema(
            Versions.thing([.init("owner", type, isOptional: true, renamedFrom: renamedFrom)]), owner(type))
    }

    private static func related(
        _ name: String = "owner", _ type: AttributeType = .text, renamedFrom: String? = nil
    ) throws -> Schema {
        let column = renamedFrom == nil ? "owner" : nil
        return try Versions.schema(
            Versions.thing(
                [], [.init(name, to: "Owner", isToMany: false, column: column, renamedFrom: renamedFrom)]),
            owner(type))
    }

    private static func owner(_ type: AttributeType) -> ModelDescription {
        ModelDescription(name: "Owner", attributes: [.init("code", type)], key: ["code"])
    }

    private static func fill(_ tables: MigrationTables) throws {
        try tables.insert("Owner", ["code": .text("x")], ["code": .text("y")])
        try tables.insert(
            "Thing", ["id": .integer(1), "owner": .text("y")], ["id": .integer(2)],
            ["id": .integer(3), "owner": .text("x")])
    }

    private static func owners(_ tables: MigrationTables, _ name: String = "owner") throws -> [Value?] {
        try tables.rows("Thing").map { $0[name] }
    }

    private static let leading: [Value?] = [.text("y"), nil, .text("x")]

    static let promises: [ConformancePromise] = [
        migrates("An attribute becomes a relationship where every value leads to an object") { scene in
            try await scene.open(try plain(), fill)
            for _ in 0..<2 {
                try await scene.open(try related()) { tables in
                    try expectEqual(try owners(tables), leading, "owners")
                    try expectEqual(
                        try tables.keys("Thing", leadingBy: "owner", to: .text("x")), [.integer(3)], "found")
                }
            }
            try await scene.open(try related(), policy: .refuse) { tables in
                try tables.insert("Thing", ["id": .integer(4), "owner": .text("x")])
            }
        },
        migrates("An attribute becomes a relationship of another name") { scene in
            try await scene.open(try plain(), fill)
            try await scene.open(try related("holder", renamedFrom: "owner")) { tables in
                try expectEqual(try owners(tables, "holder"), leading, "holders")
            }
        },
        migrates("An attribute becomes a relationship to objects with keys of another kind") { scene in
            try await scene.open(
                try Versions.schema(Versions.thing([.init("owner", .integer)]), owner(.text))
            ) { tables in
                try tables.insert("Owner", ["code": .text("7")])
                try tables.insert("Thing", ["id": .integer(1), "owner": .integer(7)])
            }
            try await scene.open(try related()) { tables in
                try expectEqual(try owners(tables), [.text("7")], "owners")
            }
        },
        migrates("Values that lead to no object are listed by the keys of their rows, and nothing is changed")
        {
            scene in
            let old = try plain()
            try await scene.open(old) { tables in
                try fill(tables)
                try tables.insert(
                    "Thing", ["id": .integer(4), "owner": .text("secret")],
                    ["id": .integer(5), "owner": .text("z")])
            }
            let error = try await scene.refuses(.constraint, try related(), since: old)
            try expectEqual(error.context.constraint, .reference, "the constraint")
            try expectEqual(error.context.entity, "Thing", "the entity named")
            try expectEqual(error.context.properties, ["owner"], "the property named")
            try expectEqual(
                Set(error.conflicts.map(\.key)), [.integer(4), .integer(5)], "the keys listed")
            try expect(!error.description.contains("secret"), "no value is shown")
        },
        migrates("An attribute becomes a relationship to a model that comes with it only without values") {
            scene in
            let old = try Versions.schema(Versions.thing([.init("owner", .text, isOptional: true)]))
            try await scene.open(old) { tables in
                try tables.insert("Thing", ["id": .integer(1)], ["id": .integer(2), "owner": .text("x")])
            }
            let error = try await scene.refuses(.constraint, try related(), since: old)
            try expectEqual(error.conflicts.map(\.key), [.integer(2)], "the keys listed")
            try await scene.open(old) { tables in
                var changes = ChangeSet()
                changes.deletes.append(
                    DeleteBatch(entity: try tables.entity("Thing"), rows: [(.integer(2), nil)]))
                try tables.session.committed(changes)
            }
            try await scene.open(try related()) { tables in
                try expectEqual(try owners(tables), [nil], "owners")
            }
        },
        migrates("A relationship becomes an attribute, and back again") { scene in
            try await scene.open(try related(), fill)
            let back = Versions.back(to: try related(), from: try plain())
            for schema in [try plain(), back, try plain()] {
                try await scene.open(schema) { tables in
                    try expectEqual(try owners(tables), leading, "owners")
                }
            }
            try await scene.open(try plain(), policy: .refuse) { tables in
                try tables.insert("Thing", ["id": .integer(4), "owner": .text("nobody")])
            }
        },
        migrates("A relationship leads to another model where that one has the objects") { scene in
            func models(_ end: String) throws -> Schema {
                try Versions.schema(
                    Versions.thing([], [.init("owner", to: end, isToMany: false, column: "owner")]),
                    Versions.owner(), Versions.owner(name: "Holder"))
            }
            try await scene.open(try models("Owner")) { tables in
                try tables.insert("Owner", ["code": .text("x")], ["code": .text("y")])
                try tables.insert("Holder", ["code": .text("x")])
                try tables.insert(
                    "Thing", ["id": .integer(1), "owner": .text("x")],
                    ["id": .integer(2), "owner": .text("y")])
            }
            let error = try await scene.refuses(
                .constraint, try models("Holder"), since: try models("Owner"))
            try expectEqual(error.conflicts.map(\.key), [.integer(2)], "the keys listed")
            try await scene.open(try models("Owner")) { try $0.insert("Thing", ["id": .integer(3)]) }
            try await scene.open(try models("Owner")) { tables in
                var changes = ChangeSet()
                changes.deletes.append(
                    DeleteBatch(entity: try tables.entity("Thing"), rows: [(.integer(2), nil)]))
                try tables.session.committed(changes)
            }
            try await scene.open(try models("Holder")) { tables in
                try expectEqual(try owners(tables), [.text("x"), nil], "owners")
            }
        },
        migrates("Columns become a relationship to objects whose key has several parts") { scene in
            let pair = ModelDescription(
                name: "Owner", attributes: [.init("code", .text), .init("part", .integer)],
                key: ["code", "part"])
            let old = try Versions.schema(
                Versions.thing([
                    .init("owner_code", .text, isOptional: true),
                    .init("owner_part", .integer, isOptional: true),
                ]), pair)
            let new = try Versions.schema(
                Versions.thing([], [.init("owner", to: "Owner", isToMany: false)]), pair)
            try await scene.open(old) { tables in
                try tables.insert("Owner", ["code": .text("x"), "part": .integer(1)])
                try tables.insert(
                    "Thing",
                    ["id": .integer(1), "owner_code": .text("x"), "owner_part": .integer(1)],
                    ["id": .integer(2)], ["id": .integer(3), "owner_code": .text("x")],
                    ["id": .integer(4), "owner_code": .text("x"), "owner_part": .integer(2)])
            }
            let error = try await scene.refuses(.constraint, new, since: old)
            try expectEqual(
                Set(error.conflicts.map(\.key)), [.integer(3), .integer(4)], "the keys listed")
        },
    ]
}
