import FoundationEssentials
import Granary

/// Attributes come, go, and change their names and kinds; rows stay.
enum AttributeMigrationPromises: PromiseList {
    static let category = ConformanceCategory.migrations

    static var promises: [ConformancePromise] {
        additions + AttributeType.allCases.map(added) + AttributeType.allCases.map(addedWithDefault)
            + removals
            + renames + optionality + conversions.map(converted) + refusedConversions
    }

    private static let base: [AttributeDescription] = [
        .init("id", .integer), .init("text", .text),
        .init("number", .integer, isOptional: true, isIndexed: true),
    ]

    private static func things(_ attributes: [AttributeDescription]) throws -> Schema {
        try MigrationScene.schema([ModelDescription(name: "Thing", attributes: attributes, key: ["id"])])
    }

    /// A promise about a store of two things.
    private static func migrates(
        _ name: String, needs: Capabilities = [.persistent, .migration],
        _ body: @escaping @Sendable (MigrationScene, Schema) async throws -> Void
    ) -> ConformancePromise {
        promise(name, needs: needs, .united) { bench in
            let scene = MigrationScene(bench)
            let old = try things(base)
            try await scene.open(old) {
                try $0.insert(
                    "Thing", ["id": .integer(1), "text": .text("a"), "number": .integer(7)],
                    ["id": .integer(2), "text": .text("b")])
            }
            try await body(scene, old)
            try scene.end()
        }
    }

    private static let first: [String: Value] = [
        "id": .integer(1), "text": .text("a"), "number": .integer(7),
    ]
    private static let second: [String: Value] = ["id": .integer(2), "text": .text("b")]

    // MARK: Adding and dropping

    private static let additions: [ConformancePromise] = [
        migrates("An added attribute has no value in old rows, and keeps its values in new ones") {
            scene, _ in
            let new = try things(base + [.init("extra", .text, isOptional: true, isIndexed: true)])
            try await scene.open(new) { tables in
                try expectEqual(try tables.rows("Thing"), [first, second], "rows")
                try tables.insert("Thing", ["id": .integer(3), "text": .text("c"), "extra": .text("x")])
            }
            try await scene.open(new) { tables in
                try expectEqual(
                    try tables.keys("Thing", where: "extra", is: .text("x")), [.integer(3)], "found")
                try expectEqual(try tables.rows("Thing").count, 3, "rows")
            }
        },
        migrates("A required attribute without a default is refused with the step and its remedy") {
            scene, old in
            let error = try await scene.refuses(
                .incompatible, try things(base + [.init("extra", .text)]), since: old)
            for words in ["add Thing.extra", "give it a default"] {
                try expect(error.message.contains(words), "the message says “\(words)”: \(error.message)")
            }
        },
        migrates("An attribute added twice, with another kind each time, is a new one each time") {
            scene, old in
            let real = try things(base + [.init("extra", .real, isOptional: true)])
            try await scene.open(real) {
                try $0.insert("Thing", ["id": .integer(3), "text": .text("c"), "extra": .real(1.5)])
            }
            let back = Versions.back(to: old, from: real, consents: ["drop Thing.extra"])
            try await scene.open(back) { _ in }
            try await scene.open(try things(base + [.init("extra", .text, isOptional: true)])) { tables in
                try expectEqual(
                    try tables.rows("Thing").map { $0["extra"] }, [nil, nil, nil], "no old value")
            }
        },
    ]

    private static let defaults: [AttributeType: Value] = [
        .bool: .bool(true), .integer: .integer(.min), .real: .real(-0.1),
        .text: .text("it's \\ \"e\u{301}\" ?"), .data: .data(Data([0, 39, 255])),
        .date: .date(-62_135_596_800_000_000),
        .uuid: .uuid(makeUUID(258)), .decimal: .decimal(makeDecimal("-0.0000012345678901234567890")),
        .json: .text("{\"a\": \"it's\"}"),
    ]

    /// An optional attribute of some kind.
    private static func added(_ type: AttributeType) -> ConformancePromise {
        migrates("An optional attribute of the kind \(type.rawValue) is added") { scene, _ in
            let new = try things(base + [.init("extra", type, isOptional: true)])
            let value = try unwrap(defaults[type], "a value")
            for _ in 0..<2 {
                try await scene.open(new) { tables in
                    try expectEqual(Array(try tables.rows("Thing").prefix(2)), [first, second], "rows")
                }
            }
            try await scene.open(new) {
                try $0.insert("Thing", ["id": .integer(3), "text": .text("c"), "extra": value])
            }
            try await scene.open(new) { tables in
                let entity = try tables.entity("Thing")
                try expectEqual(
                    try tables.session.everything(of: entity).last?.last?.isNull, false, "a value")
            }
        }
    }

    /// A required attribute of some kind with a default.
    private static func addedWithDefault(_ type: AttributeType) -> ConformancePromise {
        migrates("A required attribute of the kind \(type.rawValue) is added, and old rows have its default")
        {
            scene, _ in
            let value = try unwrap(defaults[type], "a value")
            let new = try things(base + [.init("extra", type, defaultValue: value)])
            try await scene.open(new) {
                try $0.insert("Thing", ["id": .integer(3), "text": .text("c"), "extra": value])
            }
            try await scene.open(new) { tables in
                let extras = try tables.rows("Thing").map { $0["extra"] }
                // Each store writes JSON in its own form, so the test compares with a row that the store has saved.
                try expectEqual(extras, Array(repeating: extras.last ?? nil, count: 3), "defaults")
                if type != .json { try expectEqual(extras, [value, value, value], "defaults") }
                let error = try expectError(.constraint, "a row without it") {
                    try tables.insert("Thing", ["id": .integer(4), "text": .text("d")])
                }
                try expectEqual(error.context.constraint, .notNull, "the constraint")
            }
        }
    }

    private static let removals: [ConformancePromise] = [
        migrates("A removed attribute needs consent, and the refusal names the step that loses data") {
            scene, old in
            let error = try await scene.refuses(.incompatible, try things([base[0], base[1]]), since: old)
            for words in ["drop Thing.number: loses data", "“drop Thing.number”"] {
                try expect(error.message.contains(words), "the message says “\(words)”: \(error.message)")
            }
        },
        migrates("A refusal says what may be a rename, and which former name the store does not have") {
            scene, old in
            for (declared, words) in [
                (nil, "If “Thing.label” is “text” under a new name"),
                ("txet", "The store has no “txet” for “Thing.label” to be renamed from; it has “text”."),
            ] {
                let label = AttributeDescription("label", .text, isOptional: true, renamedFrom: declared)
                let error = try await scene.refuses(
                    .incompatible, try things([base[0], label, base[2]]), since: old)
                try expect(error.message.contains(words), "the message says “\(words)”: \(error.message)")
            }
        },
        migrates("With consent an attribute goes, and everything else stays") { scene, _ in
            let new = try things([base[0], base[1]])
            try await scene.open(new, consents: ["drop Thing.number"]) { tables in
                try expectEqual(
                    try tables.rows("Thing"), [["id": .integer(1), "text": .text("a")], second], "rows")
                try tables.insert("Thing", ["id": .integer(3), "text": .text("c")])
            }
            try await scene.open(new) { try expectEqual(try $0.rows("Thing").count, 3, "rows") }
        },
        migrates("Consent to one step is not consent to another") { scene, old in
            let error = try await scene.refuses(
                .incompatible, try things([base[0]]), consents: ["drop Thing.number"], since: old)
            try expect(error.message.contains("“drop Thing.text”"), "the message: \(error.message)")
        },
    ]

    // MARK: Names

    private static let renames: [ConformancePromise] = [
        migrates("A renamed attribute keeps its values, its index and its unique constraint") { scene, old in
            let unique = try things([base[0], .init("text", .text, isUnique: true), base[2]])
            try await scene.open(unique) { _ in }
            let new = try things([
                base[0], .init("title", .text, isUnique: true, renamedFrom: "text"),
                .init("amount", .integer, isOptional: true, isIndexed: true, renamedFrom: "number"),
            ])
            for _ in 0..<2 {
                try await scene.open(new) { tables in
                    try expectEqual(
                        try tables.rows("Thing"),
                        [
                            ["id": .integer(1), "title": .text("a"), "amount": .integer(7)],
                            ["id": .integer(2), "title": .text("b")],
                        ], "rows")
                    try expectEqual(
                        try tables.keys("Thing", where: "amount", is: .integer(7)), [.integer(1)], "found")
                    try expectError(.constraint, "the same title again") {
                        try tables.insert("Thing", ["id": .integer(3), "title": .text("a")])
                    }
                }
            }
        },
        migrates("An attribute may be renamed to a name that another one gives up") { scene, _ in
            let new = try things([
                base[0], .init("note", .text, renamedFrom: "text"),
                .init("text", .integer, isOptional: true, renamedFrom: "number"),
            ])
            for _ in 0..<2 {
                try await scene.open(new) { tables in
                    try expectEqual(
                        try tables.rows("Thing"),
                        [
                            ["id": .integer(1), "note": .text("a"), "text": .integer(7)],
                            ["id": .integer(2), "note": .text("b")],
                        ], "rows")
                }
            }
        },
        migrates("The primary key is renamed like any attribute") { scene, _ in
            let model = ModelDescription(
                name: "Thing", attributes: [.init("code", .integer, renamedFrom: "id"), base[1]],
                key: ["code"])
            let new = try MigrationScene.schema([model])
            try await scene.open(new, consents: ["drop Thing.number"]) { tables in
                try expectEqual(
                    try tables.rows("Thing"),
                    [["code": .integer(1), "text": .text("a")], ["code": .integer(2), "text": .text("b")]],
                    "rows")
            }
        },
        migrates(
            "A new name in Swift alone needs no migration: the store opens even if every migration is refused",
            needs: .persistent
        ) { scene, _ in
            let renamed = try things([
                base[0], .init("title", .text, column: "text"),
                .init("amount", .integer, isOptional: true, column: "number", isIndexed: true),
            ])
            try await scene.open(renamed, policy: .refuse) { tables in
                try expectEqual(try tables.rows("Thing").count, 2, "rows")
            }
        },
    ]

    // MARK: Optional and required

    private static let optionality: [ConformancePromise] = [
        migrates("An optional attribute becomes required, and rows without a value get the default") {
            scene, _ in
            let new = try things([base[0], base[1], .init("number", .integer, defaultValue: .integer(-1))])
            for _ in 0..<2 {
                try await scene.open(new) { tables in
                    try expectEqual(
                        try tables.rows("Thing").map { $0["number"] }, [.integer(7), .integer(-1)], "numbers")
                    try expectError(.constraint, "a row without it") {
                        try tables.insert("Thing", ["id": .integer(3), "text": .text("c")])
                    }
                }
            }
        },
        migrates("An optional attribute without a default does not become required while a row has no value")
        {
            scene, old in
            let error = try await scene.refuses(
                .constraint, try things([base[0], base[1], .init("number", .integer)]), since: old)
            try expectEqual(error.context.constraint, .notNull, "the constraint")
            try expectEqual(error.context.properties, ["number"], "the properties")
            try expect(error.message.contains("Backfill"), error.message)
        },
        migrates("An optional attribute becomes required without a default when every row has a value") {
            scene, old in
            let new = try things([base[0], base[1], .init("amount", .integer, renamedFrom: "number")])
            try await scene.open(old) {
                try $0.session.committed(
                    .updating($0.entity("Thing"), .integer(2), version: nil, ["number": .integer(5)]))
            }
            for _ in 0..<2 {
                try await scene.open(new) { tables in
                    try expectEqual(
                        try tables.rows("Thing").map { $0["amount"] }, [.integer(7), .integer(5)], "amounts")
                    try expectError(.constraint, "a row without it") {
                        try tables.insert("Thing", ["id": .integer(3), "text": .text("c")])
                    }
                }
            }
        },
        migrates("A required attribute becomes optional, and takes rows without a value") { scene, _ in
            let new = try things([base[0], .init("text", .text, isOptional: true), base[2]])
            try await scene.open(new) { try $0.insert("Thing", ["id": .integer(3)]) }
            try await scene.open(new) { tables in
                try expectEqual(
                    try tables.rows("Thing"), [first, second, ["id": .integer(3)]], "rows")
            }
        },
    ]
}

extension AttributeMigrationPromises {
    // MARK: Kinds

    /// A conversion with values before and after; `nil` is no value.
    private struct Conversion: Sendable {
        let old: AttributeType
        let new: AttributeType
        let values: [(before: Value, after: Value)]
    }

    private static let numbers: [Int64] = [.min, -9_007_199_254_740_992, -1, 0, 10, 1 << 62, .max]

    private static let conversions: [Conversion] = [
        Conversion(
            old: .integer, new: .real,
            values: numbers.dropLast().map { (.integer($0), .real(Double($0))) }),
        Conversion(
            old: .integer, new: .decimal, values: numbers.map { (.integer($0), .decimal(Decimal($0))) }),
        Conversion(
            old: .integer, new: .text, values: numbers.map { (.integer($0), .text(String($0))) }),
        Conversion(
            old: .bool, new: .text,
            values: [(.bool(true), .text("true")), (.bool(false), .text("false"))]),
        Conversion(
            old: .decimal, new: .text,
            values: ["-12.5", "0", "100", "0.0000000001", "123456789012345678901234567890"].map {
                (.decimal(makeDecimal($0)), .text($0))
            }),
        Conversion(
            old: .uuid, new: .text,
            values: [
                (
                    .uuid(makeUUID(0xABCD)), .text("00000000-0000-0000-0000-00000000abcd")
                )
            ]),
    ]

    private static func column(_ type: AttributeType) throws -> Schema {
        let column = AttributeDescription("value", type, isOptional: true, isIndexed: true)
        return try MigrationScene.schema([
            ModelDescription(name: "Thing", attributes: [.init("id", .integer), column], key: ["id"])
        ])
    }

    private static func converted(_ conversion: Conversion) -> ConformancePromise {
        promise(
            "Values of the kind \(conversion.old.rawValue) become \(conversion.new.rawValue) exactly",
            needs: [.persistent, .migration], .united
        ) { bench in
            let scene = MigrationScene(bench)
            try await scene.open(try column(conversion.old)) { tables in
                try tables.insert("Thing", ["id": .integer(0)])
                for (number, value) in conversion.values.enumerated() {
                    try tables.insert("Thing", ["id": .integer(Int64(number) + 1), "value": value.before])
                }
            }
            for _ in 0..<2 {
                try await scene.open(try column(conversion.new)) { tables in
                    try expectEqual(
                        try tables.rows("Thing").map { $0["value"] }, [nil] + conversion.values.map(\.after),
                        "values")
                    for (number, value) in conversion.values.enumerated() {
                        try expectEqual(
                            try tables.keys("Thing", where: "value", is: value.after),
                            [.integer(Int64(number) + 1)], "found by value \(number)")
                    }
                }
            }
            try scene.end()
        }
    }

    private static let refusedConversions: [ConformancePromise] = [
        promise(
            "An integer that no floating-point number equals is refused, and nothing is changed",
            needs: [.persistent, .migration], .united
        ) { bench in
            let scene = MigrationScene(bench)
            let old = try column(.integer)
            for number in [Int64.max, 9_007_199_254_740_993] {
                try await scene.open(old) { tables in
                    try tables.insert(
                        "Thing", ["id": .integer(1), "value": .integer(5)],
                        ["id": .integer(2), "value": .integer(number)])
                }
                try await scene.refuses(.invalidValue, try column(.real), since: old)
                try scene.end()
            }
        },
        promise(
            "A kind that some values could not become is refused", needs: [.persistent, .migration], .united
        ) { bench in
            let scene = MigrationScene(bench)
            let old = try column(.text)
            try await scene.open(old) { try $0.insert("Thing", ["id": .integer(1), "value": .text("5")]) }
            for type in [AttributeType.integer, .date, .uuid, .bool] {
                let error = try await scene.refuses(.incompatible, try column(type), since: old)
                try expect(
                    error.message.contains("change Thing.value from text to \(type.rawValue): impossible"),
                    error.message)
            }
            try scene.end()
        },
    ]
}
