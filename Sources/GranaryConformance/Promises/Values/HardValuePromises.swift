import FoundationEssentials
import Granary

/// Every way in and out carries the same hard values of each kind, bit for bit.
enum HardValuePromises: PromiseList {
    static let category = ConformanceCategory.values
    static let areAboutContent = true

    static var promises: [ConformancePromise] { written + texts + asked + moved }

    private typealias Rows = [Finding.Snapshot]

    /// A promise about a way to write the rows, which are read in a separate context afterwards.
    private static func writes(
        _ way: String, isThere: Bool = false, _ rows: Rows = HardRows.snapshots,
        _ write: @escaping @Sendable (Context) throws -> Void
    ) -> ConformancePromise {
        promise("Hard values are written by \(way), and read again bit for bit") { bench in
            if isThere {
                try await bench.save { context in
                    _ = try context.insert(contentsOf: rows.map { Finding.Snapshot(id: $0.id) })
                }
            }
            try await bench.save { try write($0) }
            try HardRows.expectSame(try await read(bench), as: rows)
        }
    }

    private static func read(_ bench: ConformanceBench) async throws -> Rows {
        try await bench.perform { try $0.fetch(Finding.all).map(\.snapshot) }
    }

    private static let written: [ConformancePromise] = [
        writes("setters") { context in
            for row in HardRows.snapshots {
                let finding = Finding(id: row.id)
                finding.set(row)
                try context.insert(finding)
            }
        },
        writes("setters of stored objects", isThere: true) { context in
            for (finding, row) in zip(try context.fetch(Finding.all), HardRows.snapshots) { finding.set(row) }
        },
        writes("inserted snapshots") { try $0.insert(contentsOf: HardRows.snapshots) },
        writes("applied snapshots", isThere: true) { context in
            for row in HardRows.snapshots { try context.apply(row) }
        },
        writes("reconciling", isThere: true) { try $0.reconcile(Finding.all, with: HardRows.snapshots) },
        writes("an upsert", isThere: true) { _ = try $0.upsert(HardRows.snapshots) },
        writes("a child context") { context in
            let child = context.makeChild()
            try child.insert(contentsOf: HardRows.snapshots)
            try child.save()
        },
        promise("Hard values come back with an undone change bit for bit") { bench in
            try await bench.save { _ = try $0.insert(contentsOf: HardRows.snapshots) }
            try await bench.save { context in
                context.history.levels = 2
                try context.history.step { for finding in try context.fetch(Finding.all) { finding.clear() } }
                try context.save()
                try expect(try context.history.undo(), "nothing to undo")
            }
            try HardRows.expectSame(try await read(bench))
        },
        promise("Each hard value is a change of every other, and none of itself") { bench in
            try await bench.save { _ = try $0.insert(contentsOf: HardRows.snapshots) }
            try await bench.perform { context in
                for (finding, row) in zip(try context.fetch(Finding.all), HardRows.snapshots) {
                    finding.set(row)
                }
                try expect(!context.hasChanges, "what is stored was set, and is a change")
            }
            let others = HardRows.snapshots.indices.map { HardRows.values(of: $0 + 1, in: $0) }
            try await bench.save { context in
                for (finding, row) in zip(try context.fetch(Finding.all), others) { finding.set(row) }
            }
            try HardRows.expectSame(try await read(bench), as: others)
        },
    ]

    // MARK: JSON

    private static let texts: [ConformancePromise] = [
        promise("Hard values go out and in as JSON bit for bit") { bench in
            try await bench.save { _ = try $0.insert(contentsOf: HardRows.snapshots) }
            try await bench.save { context in
                let findings = try context.fetch(Finding.all)
                let texts = try findings.map { try $0.snapshot.json() }
                try context.delete(contentsOf: findings)
                try context.save()
                for text in texts { try context.insert(Finding.self, json: text) }
            }
            try HardRows.expectSame(try await read(bench))
        },
        writes("applied JSON", isThere: true) { context in
            for row in HardRows.snapshots { try context.apply(json: row.json(), to: row.objectID) }
        },
        promise("JSON about one property leaves all others as they are, bit for bit") { bench in
            try await bench.save { _ = try $0.insert(contentsOf: HardRows.snapshots) }
            try await bench.save { context in
                for row in HardRows.snapshots { try context.apply(json: #"{"int8": 9}"#, to: row.objectID) }
            }
            let wanted = HardRows.snapshots.map { row in
                var row = row
                row.int8 = 9
                return row
            }
            try HardRows.expectSame(try await read(bench), as: wanted)
        },
        promise("Numbers in JSON that a property does not hold with all their digits are refused by its path")
        {
            bench in
            try await bench.save { _ = try $0.insert(Finding(id: 1, decimal: 1)) }
            let cases = [
                ("int", "4503599627370497.5"), ("int", "9223372036854775808"), ("int", "1e19"),
                ("int8", "128"),
                ("uint", "-1"), ("int", "0.1"), ("double", "1e309"), ("float", "1e39"),
                ("decimal", "340282366920938463463374607431768211456"), ("decimal", "1e166"),
                ("decimal", "1e-129"),
                ("label.amount", "0.1234567890123456789012345678901234567891"), ("label.whole", "1.5"),
                ("counts.a", "18446744073709551616"),
            ]
            try await bench.perform { context in
                for (path, number) in cases {
                    let steps = path.split(separator: ".")
                    let value =
                        steps.count == 1 ? number : #"{"text": "", "parts": [], "\#(steps[1])": \#(number)}"#
                    let counts = #"{"a": \#(number)}"#
                    let json = #"{"\#(steps[0])": \#(steps[0] == "counts" ? counts : value)}"#
                    let error = try expectError(.invalidValue, json) {
                        try context.apply(json: json, to: ObjectID<Finding>(1))
                    }
                    try expect(error.message.contains("“\(path)”"), "\(json): \(error.message)")
                    try expect(!error.message.contains(number), "the value is shown: \(error.message)")
                }
                let whole = [
                    ("int", "1e3"), ("int", "12.0"), ("uint64", "922337203685477580.7e1"),
                    ("decimal", "1.50"),
                ]
                for (property, number) in whole {
                    try context.apply(json: #"{"\#(property)": \#(number)}"#, to: ObjectID<Finding>(1))
                }
                let finding = try context.existing(Finding.self, 1)
                try expectEqual(finding.int, 12, "an integer with a fraction of zero")
                try expectEqual(finding.uint64, UInt64(Int64.max), "an integer with an exponent")
                try expectEqual(finding.decimal, makeDecimal("1.5"), "a decimal")
            }
        },
    ]

    // MARK: Queries and batches

    private static let asked: [ConformancePromise] = [
        promise("A batch sets hard values bit for bit") { bench in
            // One statement for each row; a part of the rows shows the same.
            let rows = HardRows.snapshots.filter { $0.id % 9 == 0 }
            try await bench.save { context in
                let emptied = rows.map { row in
                    var row = row
                    row.clearColumns()
                    return row
                }
                _ = try context.insert(contentsOf: emptied)
            }
            try await bench.perform { context in
                for row in rows {
                    try context.updateAll(Finding.where { $0.id == row.id }, assigning: row.assignments)
                }
            }
            try HardRows.expectSame(try await read(bench), as: rows)
        },
        promise("Hard values are found by conditions, and by no value next to them") { bench in
            try await bench.save { _ = try $0.insert(contentsOf: HardRows.snapshots) }
            try await bench.perform { context in
                for row in HardRows.snapshots where row.id % 11 == 0 {
                    let found = try context.fetch(
                        Finding.where {
                            $0.int == row.int && $0.double == row.double && $0.float == row.float
                                && $0.string == row.string && $0.data == row.data && $0.date == row.date
                                && $0.uuid == row.uuid && $0.decimal == row.decimal && $0.url == row.url
                        })
                    try expect(found.contains { $0.id == row.id }, "row \(row.id) is not found")
                    try HardRows.expectSame(
                        found.map(\.snapshot), as: found.map { HardRows.snapshots[$0.id] })
                }
            }
        },
        promise("Hard values are read by native queries bit for bit", needs: .nativeQueries, .united) {
            bench in
            try await bench.save { _ = try $0.insert(contentsOf: HardRows.snapshots) }
            let rows = try await bench.perform { context in
                let fields = Finding.fields
                let numbers = try context.native(
                    "SELECT \(fields.id), \(fields.int64), \(fields.double), \(fields.float), \(fields.decimal) FROM \(Finding.self) ORDER BY \(fields.id)",
                    from: Finding.self, as: (Int.self, Int64.self, Double.self, Float.self, Decimal.self))
                let others = try context.native(
                    "SELECT \(fields.string), \(fields.data), \(fields.date), \(fields.uuid), \(fields.url) FROM \(Finding.self) ORDER BY \(fields.id)",
                    from: Finding.self, as: (String.self, Data.self, Date.self, UUID.self, URL.self))
                return zip(numbers, others).map { numbers, others in
                    var row = HardRows.snapshots[numbers.0]
                    (row.int64, row.double, row.float, row.decimal) = (
                        numbers.1, numbers.2, numbers.3, numbers.4
                    )
                    (row.string, row.data, row.date, row.uuid, row.url) = others
                    return row
                }
            }
            try HardRows.expectSame(rows)
        },
    ]

    // MARK: Migrations and moves

    private static let kinds = AttributeType.allCases.filter { $0 != .bool }

    /// The attribute of a kind.
    private static func name(_ kind: AttributeType) -> String { "a_\(kind.rawValue)" }

    private static func thing(_ more: [AttributeDescription] = []) -> ModelDescription {
        Versions.thing(kinds.map { .init(name($0), $0, isOptional: true) } + more)
    }

    /// The rows of a thing, by the names of its attributes.
    private static let things: [[String: Value]] = {
        var rows = (0..<HardValues.count).map { ["id": Value.integer(Int64($0))] }
        for kind in kinds {
            for (row, value) in HardValues.values(of: kind).enumerated() { rows[row][name(kind)] = value }
        }
        return rows
    }()

    private static let moved: [ConformancePromise] = [
        migrates("Hard values go through a migration bit for bit") { scene in
            let old = try Versions.schema(thing())
            try await scene.open(old) { tables in
                var changes = ChangeSet()
                changes.insert(try tables.entity("Thing"), things)
                try tables.session.committed(changes)
            }
            let before = try await scene.open(old) { try $0.rows("Thing") }
            try expectEqual(before.count, things.count, "the rows before the migration")
            for (row, found) in before.enumerated() {
                for (name, value) in things[row] where name != HardValuePromises.name(.json) {
                    try expectEqual(found[name], value, "\(name) of row \(row)")
                }
            }
            // An index and a required attribute make engines that cannot add them rewrite the rows.
            let more = thing([.init("extra", .integer, isIndexed: true, defaultValue: .integer(1))])
            let new = try Versions.schema(more)
            try await scene.open(new) { tables in
                for (found, row) in zip(try tables.rows("Thing"), before) {
                    var found = found
                    found["extra"] = nil
                    try expectEqual(found, row, "row \(row["id"] ?? .null)")
                }
            }
        },
        migrates(
            "The code of a migration reads and writes hard values bit for bit",
            needs: CodedMigrationPromises.needs
        ) {
            scene in
            let old = try Versions.schema(thing())
            try await scene.open(old) { tables in
                var changes = ChangeSet()
                changes.insert(try tables.entity("Thing"), things)
                try tables.session.committed(changes)
            }
            let before = try await scene.open(old) { try $0.rows("Thing") }
            try expectEqual(before.count, things.count, "the rows before the migration")
            let copies = kinds.map { AttributeDescription("new_\(name($0))", $0, isOptional: true) }
            let new = try Versions.schema(thing(copies))
            let migration = Migration(from: old, to: new) { work in
                try work.each("Thing") { thing in
                    guard let key = thing.key else { return }
                    var copied: [String: Value] = [:]
                    for kind in kinds { copied["new_\(name(kind))"] = thing[name(kind)] ?? .null }
                    try work.update("Thing", key, copied)
                }
            }
            try await scene.open(new.following([migration])) { tables in
                for (found, row) in zip(try tables.rows("Thing"), before) {
                    for kind in kinds {
                        let wanted = row[name(kind)]
                        try expectEqual(
                            found[name(kind)], wanted, "\(kind.rawValue) of \(row["id"] ?? .null)")
                        try expectEqual(found["new_\(name(kind))"], wanted, "a copy of it")
                    }
                }
            }
        },
        MovingPromises.moves("Hard values move with their store bit for bit", .united) { scene in
            try await scene.stack.perform { context in
                try context.insert(contentsOf: HardRows.snapshots)
                try context.save()
            }
            if scene.bench.harness.capabilities.contains(.moving) { try await scene.move(to: "second") }
            let rows = try await scene.stack.perform { try $0.fetch(Finding.all).map(\.snapshot) }
            try HardRows.expectSame(rows)
        },
    ]
}

extension Finding.Snapshot {
    /// Empties the attributes that a batch can set.
    fileprivate mutating func clearColumns() {
        let empty = Finding.Snapshot(id: id, label: label, shape: shape, words: words, counts: counts)
        self = empty
    }

    /// The assignments of a batch that sets these attributes.
    fileprivate var assignments: [Assignment<Finding>] {
        let fields = Finding.fields
        let integers: [Assignment<Finding>] = [
            fields.bool.set(to: bool), fields.int.set(to: int), fields.int8.set(to: int8),
            fields.int16.set(to: int16), fields.int32.set(to: int32), fields.int64.set(to: int64),
            fields.uint.set(to: uint), fields.uint8.set(to: uint8), fields.uint16.set(to: uint16),
            fields.uint32.set(to: uint32), fields.uint64.set(to: uint64),
        ]
        return integers + [
            fields.double.set(to: double), fields.float.set(to: float), fields.string.set(to: string),
            fields.data.set(to: data), fields.date.set(to: date), fields.uuid.set(to: uuid),
            fields.decimal.set(to: decimal), fields.url.set(to: url), fields.grade.set(to: grade),
            fields.level.set(to: level),
        ]
    }
}
