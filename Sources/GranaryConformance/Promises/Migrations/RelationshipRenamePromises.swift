import Granary

/// Relationships change their names, and their connections stay.
enum RelationshipRenamePromises: PromiseList {
    static let category = ConformanceCategory.migrations

    static var promises: [ConformancePromise] {
        [
            migrates("A renamed relationship to one keeps what it leads to") { scene in
                func schema(_ name: String, from old: String? = nil) throws -> Schema {
                    try Versions.schema(
                        Versions.thing([], [.init(name, to: "Owner", isToMany: false, renamedFrom: old)]),
                        Versions.owner())
                }
                try await scene.open(try schema("owner")) { tables in
                    try tables.insert("Owner", ["code": .text("o")])
                    try tables.insert("Thing", ["id": .integer(1), "owner": .text("o")], ["id": .integer(2)])
                }
                for _ in 0..<2 {
                    try await scene.open(try schema("keeper", from: "owner")) { tables in
                        try expectEqual(
                            try tables.rows("Thing"),
                            [["id": .integer(1), "keeper": .text("o")], ["id": .integer(2)]], "things")
                        let entity = try tables.entity("Thing")
                        var request = FetchRequest(entity: entity)
                        request.selection = .referring(relationship: "keeper", to: [.text("o")])
                        try expectEqual(try tables.session.rows(request).count, 1, "found")
                    }
                }
            },
            migrates("A renamed relationship with a key of two parts keeps what it leads to") { scene in
                func schema(_ name: String, from old: String? = nil) throws -> Schema {
                    try Versions.schema(
                        Versions.thing([], [.init(name, to: "Gate", isToMany: false, renamedFrom: old)]),
                        ModelDescription(
                            name: "Gate", attributes: [.init("hall", .text), .init("number", .integer)],
                            key: ["hall", "number"]))
                }
                try await scene.open(try schema("gate")) { tables in
                    try tables.insert("Gate", ["hall": .text("A"), "number": .integer(4)])
                    try tables.insert(
                        "Thing", ["id": .integer(1), "gate.0": .text("A"), "gate.1": .integer(4)])
                }
                try await scene.open(try schema("exit", from: "gate")) { tables in
                    let entity = try tables.entity("Thing")
                    let row = try unwrap(try tables.session.everything(of: entity).first, "a thing")
                    try expectEqual(
                        Record(of: entity, values: row).named,
                        ["id": .integer(1), "exit.0": .text("A"), "exit.1": .integer(4)], "the thing")
                }
            },
            migrates("Of two relationships from many to many, the renamed one keeps its own pairs") { scene in
                func schema(_ first: String, _ second: String, from old: String? = nil) throws -> Schema {
                    try Versions.schema(
                        Versions.thing(
                            [],
                            [
                                .init(first, to: "Owner", isToMany: true, renamedFrom: old),
                                .init(second, to: "Owner", isToMany: true),
                            ]),
                        Versions.owner())
                }
                try await scene.open(try schema("likes", "owns")) { tables in
                    try tables.insert("Owner", ["code": .text("o")], ["code": .text("p")])
                    try tables.insert("Thing", ["id": .integer(1)])
                    try tables.connect("Thing", "likes", [(.integer(1), .text("o"))])
                    try tables.connect("Thing", "owns", [(.integer(1), .text("p"))])
                }
                try await scene.open(try schema("loves", "owns", from: "likes")) { tables in
                    try expectEqual(
                        try tables.connected("Thing", "loves", of: [.integer(1)]),
                        [[.integer(1), .text("o")]],
                        "the renamed one")
                    try expectEqual(
                        try tables.connected("Thing", "owns", of: [.integer(1)]),
                        [[.integer(1), .text("p")]],
                        "the other one")
                }
            },
        ]
    }
}
