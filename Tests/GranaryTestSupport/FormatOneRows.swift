import FoundationEssentials
package import Granary
import Testing

/// What the stores of format 1 hold that the tests keep.
package enum FormatOneRows {
    /// The rows of each entity, in key order, by the names of attributes and relationships to one.
    package static let rows: [String: [[String: Value]]] = [
        "Place": [
            ["code": .text("A%_"), "name": .text("Årø")], ["code": .text("B"), "name": .text("")],
        ],
        "Sample": [first, second, third],
        "Leg": [
            leg(1, following: nil, stop: "B"),
            leg(2, following: 1, stop: "A%_"),
        ],
        "Note": [
            ["id": .uuid(uuid(1)), "text": .text("first"), "sample": .integer(1)],
            ["id": .uuid(uuid(2)), "text": .text("dangling"), "sample": .integer(99)],
            ["id": .uuid(uuid(3)), "text": .text("none")],
        ],
    ]

    /// The pairs of samples and the places that they have visited.
    package static let visits: [(sample: Int64, place: String)] = [(1, "A%_"), (1, "B"), (3, "B")]
    /// The pairs of samples and those that they like.
    package static let likes: [(sample: Int64, liked: Int64)] = [(1, 1), (1, 2), (3, 1)]

    private static let first: [String: Value] = [
        "id": .integer(1), "bool": .bool(true), "integer": .integer(.max), "real": .real(0.1),
        "text": .text("e\u{301} 🌾\n'\""), "data": .data(Data([0, 255, 10])),
        "date": .date(StoredDate.range.upperBound), "uuid": .uuid(uuid(9)),
        "decimal": .decimal(decimal("-12345678901234567890.123456789012345678")),
        "json": .text("{\"a\":[1,null]}"), "label": .text("one"), "rank": .integer(1), "nick": .text("n"),
        "maybe_bool": .bool(false), "maybe_integer": .integer(.min), "maybe_real": .real(-.infinity),
        "maybe_text": .text(""), "maybe_data": .data(Data()),
        "maybe_date": .date(StoredDate.range.lowerBound), "maybe_uuid": .uuid(uuid(0)),
        "maybe_decimal": .decimal(decimal("1e-30")), "maybe_json": .text("[]"), "place": .text("A%_"),
        "next": .integer(2),
    ]

    private static let second: [String: Value] = [
        "id": .integer(2), "bool": .bool(false), "integer": .integer(0), "real": .real(0),
        "text": .text(""), "data": .data(Data()), "date": .date(0), "uuid": .uuid(uuid(0)),
        "decimal": .decimal(0), "json": .text("null"),
    ]

    private static let third: [String: Value] = [
        "id": .integer(3), "bool": .bool(true), "integer": .integer(-7), "real": .real(1e300),
        "text": .text("z"), "data": .data(Data(repeating: 7, count: 300)), "date": .date(-1),
        "uuid": .uuid(uuid(300)), "decimal": .decimal(decimal("100.5")), "json": .text("\"x\""),
        "label": .text("ONE"), "rank": .integer(1), "place": .text("B"),
    ]

    private static func leg(_ number: Int64, following: Int64?, stop: String) -> [String: Value] {
        let names = ["day", "carrier", "number", "origin", "isReturn"]
        var row = Dictionary(uniqueKeysWithValues: zip(names, key(ofLeg: number)))
        row["stop"] = .text(stop)
        if number == 1 { row["seats"] = .integer(180) }
        for (part, value) in key(ofLeg: following ?? 0).enumerated() where following != nil {
            row["following.\(part)"] = value
        }
        return row
    }

    private static func key(ofLeg number: Int64) -> [Value] {
        [
            .date(number * 86_400_000_000), .text("c\(number)"), .integer(-number), .uuid(uuid(7)),
            .bool(number == 2),
        ]
    }

    private static func uuid(_ number: UInt16) -> UUID {
        UUID(
            uuid: (
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number >> 8),
                UInt8(truncatingIfNeeded: number)
            ))
    }
}

extension FormatOneRows {
    /// Everything as one save.
    package static func changes(_ schema: Schema) throws -> ChangeSet {
        var changes = ChangeSet()
        for name in ["Place", "Sample", "Leg", "Note"] {
            let entity = try required(schema.entity(name))
            changes.inserts.append(
                InsertBatch(entity: entity, rows: (rows[name] ?? []).map { Record(of: entity, $0) }))
        }
        changes.links = try [("visited", false), ("likes", true)].map { name, isLike in
            let relationship = try required(schema.entity("Sample")?.relationship(name))
            guard case .link(let table, let isFirst) = relationship.storage else {
                throw CheckFailed(description: "\(name) has no pairs")
            }
            var batch = LinkBatch(table: table)
            let pairs: [(ObjectKey, ObjectKey)] =
                isLike
                ? likes.map { (.integer($0.sample), .integer($0.liked)) }
                : visits.map { (.integer($0.sample), .text($0.place)) }
            batch.added = pairs.map { isFirst ? ($0, $1) : ($1, $0) }
            return batch
        }
        return changes
    }

    /// Expects a store to hold everything, and to take a further row and to give it up again.
    package static func check(_ store: any Store, in schema: Schema) throws {
        let session = try store.makeSession()
        defer { session.end() }
        for (name, wanted) in rows {
            let entity = try required(schema.entity(name))
            let found = try session.rows(FetchRequest(entity: entity)).map { Array($0.dropLast()) }
            #expect(found == wanted.map { Record(of: entity, $0).values }, "rows of \(name)")
        }
        let sample = try required(schema.entity("Sample"))
        #expect(
            try pairs("visited", session, sample) == visits.map { [.integer($0.sample), .text($0.place)] })
        #expect(
            try pairs("likes", session, sample) == likes.map { [.integer($0.sample), .integer($0.liked)] })
        var request = FetchRequest(entity: sample)
        request.predicate = .compare(.equal, .own("rank"), .literal(.integer(1)))
        #expect(try session.rows(request).count == 2)
        let place = try required(schema.entity("Place"))
        try session.insert([Record(of: place, ["code": .text("C"), "name": .text("new")])], place)
        #expect(try session.rows(FetchRequest(entity: place)).count == 3)
        var removal = ChangeSet()
        removal.deletes = [DeleteBatch(entity: place, rows: [(.text("C"), nil)])]
        #expect(try session.commit(removal).conflicts.isEmpty)
    }

    private static func pairs(
        _ name: String, _ session: any StoreSession, _ entity: Entity
    ) throws -> [[Value]] {
        guard case .link(let table, let isFirst)? = entity.relationship(name)?.storage else { return [] }
        let keys = (1...3).map { ObjectKey.integer($0) }
        return try session.links(table, fromFirst: isFirst, of: keys).map { $0.values + $1.values }
    }
}

extension FormatOneRows {
    /// Expects a store to hold everything as the changed models have it.
    static func checkMigrated(_ store: any Store, in schema: Schema) throws {
        let session = try store.makeSession()
        defer { session.end() }
        func asText(_ value: Value?) -> Value? {
            if case .integer(let number)? = value { .text("\(number)") } else { value }
        }
        let changed: [String: [[String: Value]]] = [
            "Place": rows["Place"] ?? [],
            "Sample": (rows["Sample"] ?? []).map { row in
                var row = row
                row["id"] = asText(row["id"])
                row["next"] = asText(row["next"])
                row["alias"] = row["nick"] ?? .text("?")
                row["added"] = .decimal(7)
                return row
            },
            "Leg": (rows["Leg"] ?? []).map { row in
                var row = row
                row["seats"] = row["seats"] ?? .integer(-1)
                return row
            },
        ]
        for (name, wanted) in changed {
            let entity = try required(schema.entity(name))
            let found = try session.rows(FetchRequest(entity: entity)).map { Array($0.dropLast()) }
            #expect(found == wanted.map { Record(of: entity, $0).values }, "rows of \(name)")
        }
        let sample = try required(schema.entity("Sample"))
        for (name, wanted) in [
            ("visited", visits.map { [Value.text("\($0.sample)"), .text($0.place)] }),
            ("likes", likes.map { [.text("\($0.sample)"), .text("\($0.liked)")] }),
        ] {
            guard case .link(let table, let isFirst)? = sample.relationship(name)?.storage else {
                throw CheckFailed(description: "\(name) has no pairs")
            }
            let keys = (1...3).map { ObjectKey.text("\($0)") }
            let found = try session.links(table, fromFirst: isFirst, of: keys)
            #expect(found.map { $0.values + $1.values } == wanted, "\(name)")
        }
    }
}
