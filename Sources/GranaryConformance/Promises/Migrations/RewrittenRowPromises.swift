import Granary
import Synchronization

/// Rows that a migration writes again keep their values, and the next keys are new ones.
enum RewrittenRowPromises: PromiseList {
    static let category = ConformanceCategory.migrations

    static var promises: [ConformancePromise] { [widened] + [true, false].map(renumbered) + [interrupted] }

    private static var widened: ConformancePromise {
        migrates("An attribute that is widened and becomes required takes its default where it was nil") {
            scene in
            let old = try Versions.schema(
                Versions.thing([
                    .init("size", .integer, isOptional: true),
                    .init("name", .integer, isOptional: true, isIndexed: true),
                ]))
            try await scene.open(old) {
                try $0.insert(
                    "Thing", ["id": .integer(1), "size": .integer(4), "name": .integer(5)],
                    ["id": .integer(2)])
            }
            let new = try Versions.schema(
                Versions.thing([
                    .init("size", .real, defaultValue: .real(-0.5)),
                    .init("name", .text, isIndexed: true, defaultValue: .text("none")),
                ]))
            let rows: [[String: Value]] = [
                ["id": .integer(1), "size": .real(4), "name": .text("5")],
                ["id": .integer(2), "size": .real(-0.5), "name": .text("none")],
            ]
            for policy in [IncompatibleStorePolicy.delete, .migrate] {
                try await scene.open(new, policy: policy) { tables in
                    try expectEqual(try tables.rows("Thing"), rows, "rows")
                    for row in rows {
                        let found = try tables.keys("Thing", where: "name", is: row["name"] ?? .null)
                        try expectEqual(found, [row["id"]], "rows by name")
                    }
                }
            }
        }
    }

    /// Another integer key takes the place of the current one, which may have been one too.
    private static func renumbered(fromInteger isInteger: Bool) -> ConformancePromise {
        let old = isInteger ? "another integer key" : "a key of text"
        return migrates("Where an integer key takes the place of \(old), the next keys are new ones") {
            scene in
            func model(key: String) throws -> Schema {
                try MigrationScene.schema([
                    ModelDescription(
                        name: "Thing",
                        attributes: [
                            .init("first", isInteger ? .integer : .text), .init("second", .integer),
                        ],
                        key: [key])
                ])
            }
            let count: Int64 = 5
            try await scene.open(try model(key: "first")) { tables in
                for number in 1...count {
                    try tables.insert(
                        "Thing",
                        [
                            "first": isInteger ? .integer(number) : .text("\(number)"),
                            "second": .integer(1_000 + number),
                        ])
                }
            }
            let new = try model(key: "second")
            for _ in 0..<2 {
                try await scene.open(new) { tables in
                    let entity = try tables.entity("Thing")
                    let taken = Set(try tables.rows("Thing").compactMap { $0["second"] })
                    let key = try tables.session.reserveKeys(1, of: entity)
                    try expect(key > 1_000 + count, "the key \(key) may be one that is taken")
                    try expect(!taken.contains(.integer(key)), "the key \(key) is taken")
                    let first: Value = isInteger ? .integer(key) : .text("\(key)")
                    try tables.insert("Thing", ["first": first, "second": .integer(key)])
                }
            }
        }
    }

    private static var interrupted: ConformancePromise {
        migrates("After migrations that were given up, new indexes and unique constraints know every row") {
            scene in
            let count: Int64 = 300
            let old = try Versions.schema(Versions.thing([.init("code", .text), .init("size", .integer)]))
            try await scene.open(old) { tables in
                let entity = try tables.entity("Thing")
                var changes = ChangeSet()
                changes.insert(
                    entity,
                    (0..<count).map {
                        ["id": .integer($0), "code": .text("c\($0)"), "size": .integer($0 / 2)]
                    })
                try tables.session.committed(changes)
            }
            let new = try Versions.schema(
                Versions.thing([
                    .init("code", .text, isUnique: true), .init("size", .integer, isIndexed: true),
                ]))
            struct Stop: Error {}
            // Nothing opens the store in between.
            for last in 1...3 {
                let number = Counter()
                do {
                    try scene.migrator(new).migrate { _ in if number.next() >= last { throw Stop() } }
                } catch is Stop {}
            }
            try await scene.open(new) { tables in
                for id in stride(from: 0, to: count, by: 97) {
                    let found = try tables.keys("Thing", where: "code", is: .text("c\(id)"))
                    try expectEqual(found, [.integer(id)], "rows by code")
                    let pair = try tables.keys("Thing", where: "size", is: .integer(id / 2))
                    try expectEqual(Set(pair), [.integer(id / 2 * 2), .integer(id / 2 * 2 + 1)], "by size")
                    try expectError(.constraint, "a second row with the code of \(id)") {
                        try tables.insert(
                            "Thing",
                            ["id": .integer(count + id), "code": .text("c\(id)"), "size": .integer(0)])
                    }
                }
            }
        }
    }
}

/// Counts calls.
private final class Counter: Sendable {
    private let number = Mutex(0)

    /// The number of this call.
    func next() -> Int {
        number.withLock { number in
            number += 1
            return number
        }
    }
}
