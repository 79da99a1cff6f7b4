import Granary

/// `renamedFrom` takes precedence over equal names.
enum ReusedNamePromises: PromiseList {
    static let category = ConformanceCategory.migrations

    static var promises: [ConformancePromise] { attributes + models + versions }

    /// A thing with optional texts, by their names and former names.
    static func texts(_ names: KeyValuePairs<String, String?>) throws -> Schema {
        try Versions.schema(
            ModelDescription(
                name: "Thing",
                attributes: [.init("id", .integer)]
                    + names.map { .init($0.key, .text, isOptional: true, renamedFrom: $0.value) },
                key: ["id"]))
    }

    private static func things(
        _ name: String, from old: KeyValuePairs<String, String?>, to new: KeyValuePairs<String, String?>,
        consents: Set<String> = [], become expected: [String: String]
    ) -> ConformancePromise {
        migrates(name) { scene in
            let (old, new) = (try texts(old), try texts(new))
            let names = try unwrap(old.entity("Thing"), "things").attributes.map(\.name).dropFirst()
            try await scene.open(old) { tables in
                var row: [String: Value] = ["id": .integer(1)]
                for name in names { row[name] = .text("was \(name)") }
                try tables.insert("Thing", row)
            }
            if !consents.isEmpty { try await scene.refuses(.incompatible, new, since: old) }
            var row: [String: Value] = ["id": .integer(1)]
            for (name, former) in expected { row[name] = .text("was \(former)") }
            for _ in 0..<3 {
                try await scene.open(new, consents: consents, keepsLostData: false) {
                    try expectEqual(try $0.rows("Thing"), [row], "the thing")
                }
            }
            try await scene.open(new, policy: .refuse) {
                try expectEqual(try $0.rows("Thing"), [row], "the thing of a store that is as it should be")
            }
        }
    }

    private static let attributes: [ConformancePromise] = [
        things(
            "Two attributes exchange their names, and each keeps its values", from: ["a": nil, "b": nil],
            to: ["a": "b", "b": "a"], become: ["a": "b", "b": "a"]),
        things(
            "Three attributes exchange their names in a circle", from: ["a": nil, "b": nil, "c": nil],
            to: ["a": "b", "b": "c", "c": "a"], become: ["a": "b", "b": "c", "c": "a"]),
        things(
            "A renamed attribute keeps its values though another one has its name now", from: ["a": nil],
            to: ["b": "a", "a": nil], become: ["b": "a"]),
        things(
            "Attributes hand their names on in a chain", from: ["a": nil, "b": nil],
            to: ["b": "a", "c": "b"], become: ["b": "a", "c": "b"]),
        things(
            "An attribute that gets the name of a dropped one keeps its values, with consent",
            from: ["a": nil, "b": nil], to: ["b": "a"], consents: ["drop Thing.b"], become: ["b": "a"]),
    ]

    private static let models: [ConformancePromise] = [
        migrates("Two models exchange their names, and each keeps its objects and what leads to them") {
            scene in
            func schema(_ first: String, _ second: String, isRenamed: Bool) throws -> Schema {
                try Versions.schema(
                    Versions.thing(name: first, renamedFrom: isRenamed ? second : nil),
                    Versions.thing(
                        [], [.init("other", to: first, isToMany: false)], name: second,
                        renamedFrom: isRenamed ? first : nil))
            }
            try await scene.open(try schema("Thing", "Item", isRenamed: false)) { tables in
                try tables.insert("Thing", ["id": .integer(1), "text": .text("a thing")])
                try tables.insert(
                    "Item", ["id": .integer(1), "text": .text("an item"), "other": .integer(1)],
                    ["id": .integer(2)])
            }
            for _ in 0..<2 {
                try await scene.open(try schema("Item", "Thing", isRenamed: true)) { tables in
                    try expectEqual(
                        try tables.rows("Item"), [["id": .integer(1), "text": .text("a thing")]], "items")
                    try expectEqual(
                        try tables.rows("Thing"),
                        [
                            ["id": .integer(1), "text": .text("an item"), "other": .integer(1)],
                            ["id": .integer(2)],
                        ], "things")
                }
            }
        },
        migrates("A renamed model keeps its objects though a new model has its name") { scene in
            let old = try Versions.schema(Versions.thing())
            try await Versions.fill(scene, old)
            let new = try Versions.schema(
                Versions.thing(), Versions.thing(name: "Item", renamedFrom: "Thing"))
            for _ in 0..<2 {
                try await scene.open(new) { tables in
                    try expectEqual(try tables.rows("Item"), Versions.rows, "items")
                    try expectEqual(try tables.rows("Thing"), [], "things")
                }
            }
        },
    ]

    private static let versions: [ConformancePromise] = [
        migrates("A program with the names before an exchange leaves the store alone") { scene in
            let old = try texts(["a": nil, "b": nil])
            let new = try texts(["a": "b", "b": "a"])
            try expect(old.fingerprint != new.fingerprint, "the versions differ")
            try await scene.open(old) { try $0.insert("Thing", ["id": .integer(1), "a": .text("x")]) }
            try await scene.open(new) { _ in }
            for policy in IncompatibleStorePolicy.allCases {
                try await scene.refuses(.newer, old, policy: policy, since: new)
            }
        },
        migrates("A former name that another attribute has is forgotten without a change of values") {
            scene in
            let versions = try [
                texts(["a": nil]), texts(["b": "a", "a": nil]), texts(["b": nil, "a": nil]),
            ]
            try await scene.open(versions[0]) {
                try $0.insert("Thing", ["id": .integer(1), "a": .text("x")])
            }
            for version in versions.dropFirst() {
                try await scene.open(version) {
                    try expectEqual(
                        try $0.rows("Thing"), [["id": .integer(1), "b": .text("x")]], "the thing")
                }
            }
            // It would take the values of a for those of b once more.
            try await scene.refuses(.newer, versions[1], since: versions[2])
        },
        migrates("A version that comes back is reached by the migrations that are declared") { scene in
            let first = try Versions.schema(Versions.thing())
            let second = try Versions.schema(Versions.thing([.init("more", .text, isOptional: true)]))
            let there = Migration(from: first, to: second)
            let back = Migration(from: second, to: first, consents: ["drop Thing.more"])
            try await Versions.fill(scene, first)
            try await scene.open(second.following([there])) { _ in }
            for _ in 0..<2 {
                try await scene.open(first.following([there, back]), keepsLostData: false) {
                    try expectEqual(try $0.rows("Thing"), Versions.rows, "rows")
                }
            }
        },
        migrates("A consent that was used up approves no later loss of the same name") { scene in
            let with = try Versions.schema(Versions.thing([.init("more", .text, isOptional: true)]))
            let without = try Versions.schema(Versions.thing())
            let again = try Versions.schema(
                Versions.thing([
                    .init("more", .text, isOptional: true), .init("other", .text, isOptional: true),
                ]))
            let last = try Versions.schema(Versions.thing([.init("other", .text, isOptional: true)]))
            try await Versions.fill(scene, with)
            let stale: Set = ["drop Thing.more"]
            try await scene.open(without, consents: stale, keepsLostData: false) { _ in }
            try await scene.open(again, consents: stale) { _ in }
            let error = try await scene.refuses(
                .incompatible, last, consents: stale.union(["drop Thing.moer"]), since: again)
            try expect(error.message.contains("“drop Thing.more (2)”"), error.message)
            try expect(error.message.contains("consents “drop Thing.moer”"), error.message)
            try await scene.open(
                last, consents: stale.union(["drop Thing.more (2)"]), keepsLostData: false
            ) { try expectEqual(try $0.rows("Thing"), Versions.rows, "rows") }
        },
    ]
}
