import FoundationEssentials
import Granary

/// Rows are written as records, without the models of the store.
enum RecordWritingPromises: PromiseList {
    static let category = ConformanceCategory.migrations

    static var promises: [ConformancePromise] { commits + refusals + others }

    private static let needs: Capabilities = [.persistent, .inspection]

    /// Things that may each belong to an owner, and owners that share things.
    private static func schema() throws -> Schema {
        try Versions.schema(
            Versions.thing(
                [
                    .init("count", .integer, isIndexed: true, defaultValue: .integer(3)),
                    .init("code", .text, isOptional: true, isUnique: true),
                    .init("price", .decimal, isOptional: true), .init("time", .date, isOptional: true),
                    .init("extra", .json, isOptional: true),
                ],
                [
                    .init("owner", to: "Owner", isToMany: false, inverse: "things"),
                    .init("friends", to: "Owner", isToMany: true, inverse: "liked"),
                ]),
            Versions.owner([
                .init("things", to: "Thing", isToMany: true, inverse: "owner"),
                .init("liked", to: "Thing", isToMany: true, inverse: "friends"),
            ]))
    }

    private static func fill(_ scene: MigrationScene) async throws {
        try await scene.open(try schema()) { tables in
            try tables.insert("Owner", ["code": .text("o")], ["code": .text("p")])
            try tables.insert(
                "Thing",
                [
                    "id": .integer(1), "text": .text("a"), "count": .integer(5), "code": .text("one"),
                    "owner": .text("o"),
                ], ["id": .integer(2), "count": .integer(6), "code": .text("two")])
            try tables.connect("Thing", "friends", [(.integer(1), .text("o"))])
        }
    }

    /// A promise about a filled store whose records are open for writing.
    private static func writes(
        _ name: String, _ body: @escaping @Sendable (StoredRecords) throws -> Void,
        afterwards check: @escaping @Sendable (MigrationTables) throws -> Void = { _ in }
    ) -> ConformancePromise {
        migrates(name, needs: needs) { scene in
            try await fill(scene)
            let before = try unwrap(try scene.inspect(), "a store")
            try write(scene, body)
            let after = try unwrap(try scene.inspect(), "a store")
            try expectEqual(after.schema, before.schema, "what the store has recorded")
            try expectEqual(after.identity, before.identity, "who it is")
            try await scene.open(try schema(), check)
        }
    }

    private static func write(_ scene: MigrationScene, _ body: (StoredRecords) throws -> Void) throws {
        let records = try StoredRecords(
            scene.configuration(), backends: [scene.bench.harness.backend], forWriting: true)
        defer { records.close() }
        try body(records)
    }

    // MARK: Commits

    private static let commits: [ConformancePromise] = [
        writes("Records are inserted, changed and deleted in one commit") { records in
            try records.commit { changes in
                try changes.insert("Owner", ["code": .text("q")])
                try changes.insert(
                    "Thing",
                    [
                        "id": .integer(3), "owner": .text("q"), "price": .decimal(makeDecimal("1.5")),
                        "time": .date(7), "extra": .text("[1, 2]"),
                    ])
                try changes.update("Thing", .integer(1), ["text": .text("b"), "owner": .null])
                try changes.delete("Thing", .integer(2))
            }
            try expectEqual(try records.count("Thing"), 2, "things in the records")
            try expectEqual(
                try records.find("Thing", .integer(1))?["text"], .text("b"), "a text in the records")
        } afterwards: { tables in
            let things = try tables.rows("Thing")
            try expectEqual(things.map { $0["id"] }, [.integer(1), .integer(3)], "things")
            try expectEqual(
                things[0],
                ["id": .integer(1), "text": .text("b"), "count": .integer(5), "code": .text("one")],
                "the changed one")
            try expectEqual(things[1]["count"], .integer(3), "the recorded default")
            try expectEqual(things[1]["price"], .decimal(makeDecimal("1.5")), "a price")
            try expectEqual(
                try tables.keys("Thing", leadingBy: "owner", to: .text("q")), [.integer(3)], "owned")
            try expectEqual(try tables.keys("Thing", where: "count", is: .integer(3)), [.integer(3)], "found")
        },
        migrates(
            "A record without a value is inserted without one, although there is a default", needs: needs
        ) {
            scene in
            let schema = try Versions.schema(
                Versions.thing([.init("note", .text, isOptional: true, defaultValue: .text("none"))]))
            try await scene.open(schema) { try $0.insert("Thing", ["id": .integer(1)]) }
            try write(scene) { records in
                let record = try unwrap(try records.find("Thing", .integer(1)), "a record")
                try records.commit { try $0.delete(record) }
                try records.commit { try $0.insert(record) }
            }
            try await scene.open(schema) {
                try expectEqual(try $0.rows("Thing"), [["id": .integer(1)]], "the thing")
            }
        },
        writes("A record that was read is changed and put back") { records in
            let record = try unwrap(try records.find("Thing", .integer(2)), "a record")
            record["text"] = .text("new")
            record["count"] = .integer(8)
            try records.commit { try $0.replace(record) }
            let again = try unwrap(try records.find("Thing", .integer(2)), "the record")
            try expect((again.version ?? 0) > (record.version ?? 0), "it has a newer version")
            try expectError(.conflict, "putting the old one back") {
                try records.commit { try $0.replace(record) }
            }
            try expectError(.conflict, "deleting the old one") {
                try records.commit { try $0.delete(record) }
            }
            try expectEqual(try records.find("Thing", .integer(2))?["count"], .integer(8), "the count")
        },
        writes("Pairs are written beside records, and end with them") { records in
            try records.commit {
                try $0.connect("Thing", .integer(2), by: "friends", to: [.text("o"), .text("p")])
                try $0.disconnect("Owner", .text("o"), by: "liked", from: [.integer(1)])
            }
            let friends = try records.keys(of: "friends", from: "Thing", .integer(2))
            try expectEqual(friends, [.text("o"), .text("p")], "friends")
            try records.commit { try $0.delete("Thing", .integer(2)) }
        } afterwards: { tables in
            let pairs = try tables.connected("Thing", "friends", of: [.integer(1), .integer(2)])
            try expectEqual(pairs, [], "pairs")
        },
        writes("A thousand records are streamed and changed, batch by batch") { records in
            try records.commit { changes in
                for number in 10..<1_010 { try changes.insert("Thing", ["id": .integer(Int64(number))]) }
            }
            let stream = try records.stream("Thing")
            var (batch, seen): ([Record], Int) = ([], 0)
            func flush() throws {
                try records.commit { changes in
                    for record in batch {
                        record["text"] = .text("seen")
                        try changes.replace(record)
                    }
                }
                batch = []
            }
            while let record = try stream.next() {
                batch.append(record)
                seen += 1
                if batch.count == 100 { try flush() }
            }
            try flush()
            try expectEqual(seen, 1_002, "rows of the stream")
        } afterwards: { tables in
            let texts = try tables.rows("Thing").map { $0["text"] }
            try expect(texts.count == 1_002 && texts.allSatisfy { $0 == .text("seen") }, "every text")
        },
        writes("Integer keys are reserved for new records") { records in
            let first = try records.reserveKeys(2, of: "Thing")
            try expect(first > 2, "the first key is new")
            try records.commit {
                try $0.insert("Thing", ["id": .integer(first)])
                try $0.insert("Thing", ["id": .integer(first + 1)])
            }
            try expect(try records.reserveKeys(of: "Thing") > first + 1, "the next one is new too")
        },
        writes("Records of one store are inserted into another model's row by their names") { records in
            let record = try unwrap(try records.find("Thing", .integer(1)), "a record")
            try records.commit { try $0.delete("Thing", .integer(1)) }
            try records.commit { try $0.insert(record) }
        } afterwards: { tables in
            try expectEqual(
                try tables.rows("Thing")[0],
                [
                    "id": .integer(1), "text": .text("a"), "count": .integer(5), "code": .text("one"),
                    "owner": .text("o"),
                ], "the row")
        },
    ]

    // MARK: Refusals

    /// A change that is refused, the code, and the properties that the error names.
    private typealias Fault = (
        name: String, code: GranaryError.Code, properties: [String],
        change: @Sendable (inout RecordChanges) throws -> Void
    )

    private static let faults: [Fault] = [
        ("an unknown model", .query, [], { try $0.insert("None", [:]) }),
        (
            "an unknown property", .query, ["none"],
            { try $0.insert("Thing", ["id": .integer(9), "none": .null]) }
        ),
        (
            "a value of another kind", .invalidValue, ["count"],
            { try $0.insert("Thing", ["id": .integer(9), "count": .text("secret")]) }
        ),
        (
            "text that no store holds", .invalidValue, ["text"],
            { try $0.update("Thing", .integer(1), ["text": .text("secret\0")]) }
        ),
        (
            "a date that no store holds", .invalidValue, ["time"],
            { try $0.update("Thing", .integer(1), ["time": .date(.max)]) }
        ),
        (
            "text that is not JSON", .invalidValue, ["extra"],
            { try $0.update("Thing", .integer(1), ["extra": .text("{secret")]) }
        ),
        ("a key that is missing", .constraint, ["id"], { try $0.insert("Thing", [:]) }),
        (
            "a required value that is missing", .constraint, ["count"],
            { try $0.update("Thing", .integer(1), ["count": .null]) }
        ),
        (
            "another key", .query, ["id"],
            { try $0.update("Thing", .integer(1), ["id": .integer(9)]) }
        ),
        ("a key of another kind", .invalidValue, ["id"], { try $0.delete("Thing", .text("secret")) }),
        (
            "a row that is changed twice", .query, [],
            {
                try $0.update("Thing", .integer(1), ["text": .null])
                try $0.delete("Thing", .integer(1))
            }
        ),
        (
            "pairs of a relationship that has none", .query, ["owner"],
            { try $0.connect("Thing", .integer(1), by: "owner", to: [.text("p")]) }
        ),
        (
            "a key that is there", .constraint, ["id"],
            { try $0.insert("Thing", ["id": .integer(1), "text": .text("secret")]) }
        ),
        (
            "a value that is not unique", .constraint, ["code"],
            { try $0.update("Thing", .integer(1), ["code": .text("two")]) }
        ),
        (
            "a reference to a row that is not there", .constraint, ["owner"],
            { try $0.update("Thing", .integer(1), ["owner": .text("secret")]) }
        ),
        (
            "the deletion of a row to which others refer", .constraint, ["owner"],
            { try $0.delete("Owner", .text("o")) }
        ),
        (
            "a row that is not there", .notFound, [],
            { try $0.update("Thing", .integer(9), ["text": .null]) }
        ),
    ]

    private static let refusals: [ConformancePromise] = faults.map { fault in
        migrates("A commit of records is refused for \(fault.name)", needs: needs) { scene in
            try await fill(scene)
            let before = try await scene.open(try schema()) { try $0.everything() }
            try write(scene) { records in
                let error = try expectError(fault.code, "committing") {
                    try records.commit { changes in
                        try changes.insert("Owner", ["code": .text("beside")])
                        try fault.change(&changes)
                    }
                }
                try expect(error.context.entity != nil, "the error names no model: \(error)")
                if fault.code != .constraint || error.context.constraint == .notNull {
                    try expectEqual(error.context.properties, fault.properties, "properties of \(error)")
                }
                try expect(!"\(error)".contains("secret"), "a value is in the error: \(error)")
            }
            let after = try await scene.open(try schema()) { try $0.everything() }
            try expectEqual(after, before, "what the store holds")
        }
    }

    // MARK: Others

    private static let others: [ConformancePromise] = [
        migrates("Records that are open for reading refuse to be written", needs: needs) { scene in
            try await fill(scene)
            try scene.records { records in
                try expectError(.denied, "committing") {
                    try records.commit { try $0.delete("Thing", .integer(1)) }
                }
                try expectError(.denied, "reserving keys") { _ = try records.reserveKeys(of: "Thing") }
            }
            var configuration = try scene.configuration()
            configuration.isReadOnly = true
            try expectError(.denied, "opening a read-only store for writing") {
                _ = try StoredRecords(
                    configuration, backends: [scene.bench.harness.backend], forWriting: true)
            }
        },
        migrates("Opening records for writing makes no store", needs: needs) { scene in
            try expectError(.notFound, "opening") { try write(scene) { _ in } }
            try expect(try scene.inspect() == nil, "there is no store")
        },
        promise(
            "Contexts see what is written as records, and find conflicts with it",
            needs: [.persistent, .inspection, .severalProcesses], .united
        ) { bench in
            try await bench.saveLibrary()
            try await bench.stack.perform { context in
                let book = try unwrap(try context.fetch(Book.all).first, "a book")
                let records = try StoredRecords(
                    bench.configurations()[0], backends: [bench.harness.backend], forWriting: true)
                defer { records.close() }
                try records.commit {
                    try $0.update("Book", .integer(Int64(book.id)), ["title": .text("written beside")])
                }
                book.subtitle = "of an old snapshot"
                try expectError(.conflict, "saving over it") { try context.save() }
                context.rollback()
                try context.refreshAll()
                let titles = try context.fetch(Book.all).map(\.title)
                try expect(titles.contains("written beside"), "the title is read")
            }
        },
    ]
}
