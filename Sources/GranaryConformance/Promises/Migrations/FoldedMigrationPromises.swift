import Granary

/// Indexes without case come and go with the versions of models, and find every row.
enum FoldedMigrationPromises: PromiseList {
    static let category = ConformanceCategory.migrations

    static var promises: [ConformancePromise] { [added, left, renamed, exchanged, filled, keyed] }

    private static func thing(
        _ name: String = "text", isFolded: Bool, isOptional: Bool = true, renamedFrom: String? = nil,
        type: AttributeType = .text, defaultValue: Value? = nil
    ) -> AttributeDescription {
        AttributeDescription(
            name, type, isOptional: isOptional, hasFoldedIndex: isFolded, defaultValue: defaultValue,
            renamedFrom: renamedFrom)
    }

    private static func schema(_ attributes: AttributeDescription...) throws -> Schema {
        try MigrationScene.schema([
            ModelDescription(name: "Thing", attributes: [.init("id", .integer)] + attributes, key: ["id"])
        ])
    }

    private static func insert(_ texts: [String?], from first: Int, _ tables: MigrationTables) throws {
        var changes = ChangeSet()
        changes.insert(
            try tables.entity("Thing"),
            texts.enumerated().map { position, text in
                var row: [String: Value] = ["id": .integer(Int64(first + position))]
                if let text { row["text"] = .text(text) }
                return row
            })
        try tables.session.committed(changes)
    }

    private static let texts: [String?] = ["Wind", "wIND", "Stra\u{DF}e", nil, "STRASSE", "", "windsail"]

    /// Expects the rows whose texts equal and begin with one.
    private static func find(
        _ text: String, equal: [Int64], beginning: [Int64], by property: String = "text",
        _ tables: MigrationTables
    ) throws {
        for (comparison, expected) in [(ExpressionTree.TextComparison.equal, equal), (.hasPrefix, beginning)]
        {
            let condition = ExpressionTree.text(
                comparison, .attribute(path: [], name: property), .literal(.text(text)), .caseInsensitive)
            let found = try tables.keys("Thing", where: condition)
            try expectEqual(found, expected.map(Value.integer), "\(comparison) \(text)")
        }
    }

    private static let added = migrates(
        "An index without case that is added finds the rows that are there, also after the store is opened again"
    ) { scene in
        let (old, new) = (try schema(thing(isFolded: false)), try schema(thing(isFolded: true)))
        try expect(old.fingerprint != new.fingerprint, "the versions differ")
        // More than one part of the rows that a store folds at a time.
        let many = (0..<2_100).map { "Filler \($0)" }
        try await scene.open(old) { tables in
            try insert(texts, from: 1, tables)
            try insert(many, from: 100, tables)
        }
        for _ in 0..<2 {
            try await scene.open(new) { tables in
                try find("WIND", equal: [1, 2], beginning: [1, 2, 7], tables)
                try find("stra\u{DF}E", equal: [3, 5], beginning: [3, 5], tables)
                try find("FILLER 2099", equal: [2_199], beginning: [2_199], tables)
                try find("filler 77", equal: [177], beginning: [177] + (870...879), tables)
            }
        }
        try await scene.open(new) { tables in
            try insert(["WINDS"], from: 50, tables)
            try find("wind", equal: [1, 2], beginning: [1, 2, 7, 50], tables)
        }
    }

    private static let left = migrates(
        "An index without case that is given up and comes back finds what was written in between"
    ) { scene in
        let (with, without) = (try schema(thing(isFolded: true)), try schema(thing(isFolded: false)))
        try await scene.open(with) { try insert(texts, from: 1, $0) }
        try await scene.open(Versions.back(to: without, from: with)) { tables in
            try find("WIND", equal: [1, 2], beginning: [1, 2, 7], tables)
            try insert(["wINd", "Sail"], from: 20, tables)
        }
        let again = try schema(
            thing(isFolded: true), .init("more", .integer, isOptional: true))
        try await scene.open(again) { tables in
            try find("WIND", equal: [1, 2, 20], beginning: [1, 2, 7, 20], tables)
            try find("sAIL", equal: [21], beginning: [21], tables)
        }
    }

    private static let renamed = migrates("An index without case stays with an attribute that is renamed") {
        scene in
        let old = try schema(thing(isFolded: true))
        let new = try schema(thing("title", isFolded: true, renamedFrom: "text"))
        try await scene.open(old) { try insert(texts, from: 1, $0) }
        try await scene.open(new) { tables in
            try find("WIND", equal: [1, 2], beginning: [1, 2, 7], by: "title", tables)
            try tables.insert("Thing", ["id": .integer(9), "title": .text("WIND")])
            try find("wind", equal: [1, 2, 9], beginning: [1, 2, 7, 9], by: "title", tables)
        }
    }

    private static let exchanged = migrates(
        "Of two attributes that exchange their names each is found by its own values without case"
    ) { scene in
        let old = try schema(thing("a", isFolded: true), thing("b", isFolded: false))
        let new = try schema(
            thing("a", isFolded: true, renamedFrom: "b"), thing("b", isFolded: true, renamedFrom: "a"))
        try await scene.open(old) {
            try $0.insert("Thing", ["id": .integer(1), "a": .text("One"), "b": .text("Two")])
        }
        for _ in 0..<2 {
            try await scene.open(new) { tables in
                try find("TWO", equal: [1], beginning: [1], by: "a", tables)
                try find("ONE", equal: [1], beginning: [1], by: "b", tables)
                try find("ONE", equal: [], beginning: [], by: "a", tables)
            }
        }
    }

    private static let filled = migrates(
        "An index without case has the values that a migration converts and fills in"
    ) { scene in
        let old = try schema(
            thing("text", isFolded: true), .init("flag", .bool), .init("old", .integer, isOptional: true))
        let new = try schema(
            thing("text", isFolded: true, isOptional: false, defaultValue: .text("None")),
            thing("flag", isFolded: true, isOptional: false),
            .init("old", .integer, isOptional: true),
            thing("kind", isFolded: true, isOptional: false, defaultValue: .text("Plain")))
        try await scene.open(old) { tables in
            try tables.insert(
                "Thing", ["id": .integer(1), "text": .text("Wind"), "flag": .bool(true)],
                ["id": .integer(2), "flag": .bool(false)])
        }
        for _ in 0..<2 {
            try await scene.open(new) { tables in
                try find("NONE", equal: [2], beginning: [2], tables)
                try find("wind", equal: [1], beginning: [1], tables)
                try find("TRUE", equal: [1], beginning: [1], by: "flag", tables)
                try find("PLAIN", equal: [1, 2], beginning: [1, 2], by: "kind", tables)
            }
        }
    }

    private static let keyed = migrates("An index without case on a key of texts finds rows") { scene in
        func schema(isFolded: Bool) throws -> Schema {
            try MigrationScene.schema([
                ModelDescription(
                    name: "Thing", attributes: [.init("code", .text, hasFoldedIndex: isFolded)],
                    key: ["code"])
            ])
        }
        try await scene.open(try schema(isFolded: false)) {
            try $0.insert("Thing", ["code": .text("Wind")], ["code": .text("wind")])
        }
        try await scene.open(try schema(isFolded: true)) { tables in
            try tables.insert("Thing", ["code": .text("WIND")], ["code": .text("Sail")])
            let condition = ExpressionTree.text(
                .equal, .attribute(path: [], name: "code"), .literal(.text("wINd")), .caseInsensitive)
            let found = try tables.keys("Thing", where: condition)
            try expectEqual(found, [.text("WIND"), .text("Wind"), .text("wind")], "things")
        }
    }
}
