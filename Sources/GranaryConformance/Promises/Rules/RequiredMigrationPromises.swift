import Granary

/// Relationships become required, and optional again, in stores that hold rows.
enum RequiredMigrationPromises: PromiseList {
    static let category = ConformanceCategory.rules

    private static func schema(isRequired: Bool) throws -> Schema {
        try Versions.schema(
            Versions.thing([], [.init("owner", to: "Owner", isToMany: false, isOptional: !isRequired)]),
            Versions.owner())
    }

    private static func fill(_ scene: MigrationScene, _ owners: [String?]) async throws -> Schema {
        let old = try schema(isRequired: false)
        try await scene.open(old) { tables in
            try tables.insert("Owner", ["code": .text("o")])
            for (id, owner) in owners.enumerated() {
                var row: [String: Value] = ["id": .integer(Int64(id))]
                if let owner { row["owner"] = .text(owner) }
                try tables.insert("Thing", row)
            }
        }
        return old
    }

    static let promises: [ConformancePromise] = [
        migrates("A relationship becomes required when every object has one") { scene in
            _ = try await fill(scene, ["o", "o"])
            for _ in 0..<2 {
                try await scene.open(try schema(isRequired: true)) { tables in
                    try expectEqual(
                        try tables.rows("Thing"),
                        [
                            ["id": .integer(0), "owner": .text("o")],
                            ["id": .integer(1), "owner": .text("o")],
                        ],
                        "things")
                    let error = try expectError(.constraint, "a row without it") {
                        try tables.insert("Thing", ["id": .integer(5)])
                    }
                    try expectEqual(error.context.constraint, .notNull, "the constraint")
                }
            }
        },
        migrates(
            "A store with objects that miss a required one is refused at its opening, and says which model"
        ) {
            scene in
            let old = try await fill(scene, ["o", nil])
            let error = try await scene.refuses(.constraint, try schema(isRequired: true), since: old)
            try expectEqual(error.context.entity, "Thing", "the entity")
            try expectEqual(error.context.properties, ["owner"], "the properties")
            try expectEqual(error.context.constraint, .notNull, "the constraint")
        },
        migrates(
            "A migration with code does not make up what a required relationship leads to",
            needs: CodedMigrationPromises.needs
        ) { scene in
            let old = try await fill(scene, ["o", nil])
            let new = try schema(isRequired: true)
            let error = try await scene.refuses(
                .constraint, new.following([Migration(from: old, to: new) { _ in }]), since: old)
            try expectEqual(error.context.properties, ["owner"], "the properties")
        },
        migrates("A required relationship becomes optional again") { scene in
            let old = try await fill(scene, ["o"])
            let new = try schema(isRequired: true)
            try await scene.open(new) { _ in }
            try await scene.open(Versions.back(to: old, from: new)) { tables in
                try tables.insert("Thing", ["id": .integer(7)])
                try expectEqual(
                    try tables.rows("Thing"),
                    [["id": .integer(0), "owner": .text("o")], ["id": .integer(7)]], "things")
            }
        },
        migrates("A new relationship that is required is refused, since no row has it") { scene in
            let old = try Versions.schema(Versions.thing(), Versions.owner())
            try await Versions.fill(scene, old)
            let error = try await scene.refuses(.incompatible, try schema(isRequired: true), since: old)
            try expect(error.message.contains("Thing.owner"), "the message: \(error.message)")
        },
    ]
}
