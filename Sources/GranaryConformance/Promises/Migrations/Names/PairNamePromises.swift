import Granary

/// Pairs follow a relationship of the same name or a declared rename, in their direction, and nothing else.
enum PairNamePromises: PromiseList {
    static let category = ConformanceCategory.migrations

    static var promises: [ConformancePromise] { toItself + others }

    /// Users who follow each other.
    private static func users(
        _ names: (String, String), from former: (String?, String?) = (nil, nil), key: String = "id",
        keyFrom: String? = nil
    ) throws -> Schema {
        try Versions.schema(
            ModelDescription(
                name: "User", attributes: [.init(key, .integer, renamedFrom: keyFrom)],
                relationships: [
                    .init(names.0, to: "User", isToMany: true, inverse: names.1, renamedFrom: former.0),
                    .init(names.1, to: "User", isToMany: true, inverse: names.0, renamedFrom: former.1),
                ], key: [key]))
    }

    /// A promise that 1 follows 2 and 3 after users have become others.
    private static func keeps(
        _ name: String, _ new: @escaping @Sendable () throws -> Schema, follows: String, fans: String
    ) -> ConformancePromise {
        migrates(name) { scene in
            try await scene.open(try users(("follows", "fans"))) { tables in
                try tables.insert("User", ["id": .integer(1)], ["id": .integer(2)], ["id": .integer(3)])
                try tables.connect(
                    "User", "follows", [(.integer(1), .integer(2)), (.integer(1), .integer(3))])
            }
            for _ in 0..<2 {
                try await scene.open(try new()) { tables in
                    let keys: [ObjectKey] = [.integer(1), .integer(2), .integer(3)]
                    try expectEqual(
                        Set(try tables.connected("User", follows, of: keys)),
                        [[.integer(1), .integer(2)], [.integer(1), .integer(3)]], "whom 1 follows")
                    try expectEqual(
                        Set(try tables.connected("User", fans, of: keys)),
                        [[.integer(2), .integer(1)], [.integer(3), .integer(1)]], "the fans")
                }
            }
        }
    }

    private static let toItself: [ConformancePromise] = [
        keeps(
            "A renamed side of a relationship to the same model keeps the direction of pairs",
            { try users(("follows", "watchers"), from: (nil, "fans")) }, follows: "follows", fans: "watchers"),
        keeps(
            "The other side of it does too", { try users(("admires", "fans"), from: ("follows", nil)) },
            follows: "admires", fans: "fans"),
        keeps(
            "A side that is another one now goes with the side that stays",
            { try users(("follows", "watchers")) }, follows: "follows", fans: "watchers"),
        keeps(
            "Both sides are renamed at once",
            { try users(("admires", "zealots"), from: ("follows", "fans")) }, follows: "admires",
            fans: "zealots"),
        keeps(
            "Both sides exchange their names", { try users(("fans", "follows"), from: ("follows", "fans")) },
            follows: "fans", fans: "follows"),
        keeps(
            "A key that pairs refer to gets another name",
            { try users(("follows", "fans"), key: "number", keyFrom: "id") }, follows: "follows",
            fans: "fans"),
    ]

    private static func shared(
        _ relationship: RelationshipDescription, _ owner: ModelDescription
    ) throws -> Schema {
        try Versions.schema(Versions.thing([], [relationship]), owner)
    }

    private static func fill(_ tables: MigrationTables, _ name: String) throws {
        try tables.insert("Owner", ["code": .text("o")])
        try tables.insert("Thing", ["id": .integer(1)])
        try tables.connect("Thing", name, [(.integer(1), .text("o"))])
    }

    private static let others: [ConformancePromise] = [
        migrates("The pairs of a dropped relationship do not go to another one") { scene in
            let old = try shared(.init("likedBy", to: "Owner", isToMany: true), Versions.owner())
            let new = try shared(.init("hiddenFrom", to: "Owner", isToMany: true), Versions.owner())
            try await scene.open(old) { try fill($0, "likedBy") }
            let error = try await scene.refuses(.incompatible, new, since: old)
            try expect(error.message.contains("“drop Thing_likedBy”"), error.message)
            try await scene.open(new, consents: ["drop Thing_likedBy"], keepsLostData: false) { tables in
                try expectEqual(
                    try tables.connected("Thing", "hiddenFrom", of: [.integer(1)]).count, 0, "pairs")
            }
        },
        migrates("The other model of pairs gets another name") { scene in
            let old = try shared(.init("likedBy", to: "Owner", isToMany: true), Versions.owner())
            var person = Versions.owner(name: "Person")
            person.renamedFrom = "Owner"
            let new = try shared(.init("likedBy", to: "Person", isToMany: true), person)
            try await scene.open(old) { try fill($0, "likedBy") }
            for _ in 0..<2 {
                try await scene.open(new) { tables in
                    try expectEqual(
                        try tables.connected("Thing", "likedBy", of: [.integer(1)]),
                        [[.integer(1), .text("o")]], "pairs")
                }
            }
        },
        migrates("A part of a key of two parts that others refer to gets another name") { scene in
            func schema(_ name: String, from old: String? = nil) throws -> Schema {
                try Versions.schema(
                    Versions.thing(
                        [],
                        [
                            .init("gate", to: "Gate", isToMany: false),
                            .init("all", to: "Gate", isToMany: true),
                        ]
                    ),
                    ModelDescription(
                        name: "Gate",
                        attributes: [.init("hall", .text), .init(name, .integer, renamedFrom: old)],
                        key: ["hall", name]))
            }
            let gate = try unwrap(ObjectKey([.text("A"), .integer(4)]), "a key")
            try await scene.open(try schema("number")) { tables in
                try tables.insert("Gate", ["hall": .text("A"), "number": .integer(4)])
                try tables.insert(
                    "Thing", ["id": .integer(1), "gate.0": .text("A"), "gate.1": .integer(4)])
                try tables.connect("Thing", "all", [(.integer(1), gate)])
            }
            for _ in 0..<2 {
                try await scene.open(try schema("place", from: "number")) { tables in
                    try expectEqual(
                        try tables.keys("Thing", leadingBy: "gate", to: gate), [.integer(1)], "found")
                    try expectEqual(
                        try tables.connected("Thing", "all", of: [.integer(1)]),
                        [[.integer(1), .text("A"), .integer(4)]], "pairs")
                }
            }
        },
    ]
}
