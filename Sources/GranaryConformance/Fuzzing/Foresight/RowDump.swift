import Granary

/// Everything a store holds of the models of programs.
struct RowDump: Equatable {
    /// A stored row.
    struct Row: Equatable {
        var values: [Value]
        var version: Int64
    }

    /// The rows of each model, by the position in its schema.
    var rows: [[ObjectKey: Row]] = []
    /// The pairs of athletes and medals.
    var pairs: Set<RowPair> = []

    init() {}

    /// Reads all of a store.
    init(_ session: any StoreSession, _ schema: Schema) throws {
        for entity in schema.entities {
            var found: [ObjectKey: Row] = [:]
            for row in try RowList.read(try session.fetch(FetchRequest(entity: entity)).cursor, of: entity) {
                guard let key = ObjectKey(entity.keyColumns.map { row[$0] }),
                    case .integer(let version)? = row.last
                else { continue }
                found[key] = Row(values: Self.normal(Array(row.dropLast())), version: version)
            }
            rows.append(found)
        }
        for table in schema.links {
            let keys = Array(rows[table.firstEntity.index].keys).sorted()
            pairs.formUnion(
                try session.links(table, fromFirst: true, of: keys).map {
                    RowPair(first: $0.0, second: $0.1)
                })
        }
    }

    /// Carries out the delete rules for rows that have since begun to refer to deleted ones.
    mutating func carryOutRules() {
        let squads = Set(rows[Club.squad].keys)
        func isGone(_ row: Row) -> Bool { ObjectKey([row.values[3]]).map { !squads.contains($0) } ?? false }
        for (key, row) in rows[Club.deal] where isGone(row) {
            rows[Club.deal][key] = nil
            if let prize = ObjectKey([row.values[4]]) { rows[Club.medal][prize] = nil }
        }
        for (key, row) in rows[Club.athlete] where isGone(row) {
            rows[Club.athlete][key]?.values[3] = .null
        }
        let medals = Set(rows[Club.medal].keys)
        for (key, row) in rows[Club.deal] {
            guard let prize = ObjectKey([row.values[4]]), !medals.contains(prize) else { continue }
            rows[Club.deal][key]?.values[4] = .null
        }
    }

    /// Values with the elements of sets in one order.
    static func normal(_ values: [Value]) -> [Value] {
        values.map { value in
            guard case .text(let text) = value, text.utf8.first == UInt8(ascii: "[") else { return value }
            return .text(text.dropFirst().dropLast().split(separator: ",").sorted().joined(separator: ","))
        }
    }

    /// The stored row of a key.
    subscript(entity: Entity, key: ObjectKey) -> Row? { rows[entity.index][key] }
}

/// A pair of a many-to-many relationship by its keys.
struct RowPair: Hashable, CustomStringConvertible {
    var first: ObjectKey
    var second: ObjectKey

    var description: String { "\(first.text)–\(second.text)" }
}

extension ObjectKey {
    /// The values of the key, for the reports of the kit.
    var text: String { values.map(\.text).joined(separator: ", ") }
}

extension Value {
    /// The value, for the reports of the kit.
    var text: String { ProgramText.text(self) }
}

extension RowDump {
    /// Checks the rules that hold for a store under any program.
    func check(_ schema: Schema) throws {
        for entity in schema.entities {
            for relationship in entity.toOne {
                for (key, row) in rows[entity.index] { try check(relationship, of: key, row) }
            }
        }
        for table in schema.links {
            for pair in pairs {
                if self[table.firstEntity, pair.first] != nil, self[table.secondEntity, pair.second] != nil {
                    continue
                }
                throw ProgramFault("a stored pair leads to a row that is not there", "\(pair)")
            }
        }
    }

    private func check(_ relationship: Relationship, of key: ObjectKey, _ row: Row) throws {
        guard let target = ObjectKey(relationship.columns.map { row.values[$0] }) else { return }
        guard let other = self[relationship.destination, target] else {
            throw ProgramFault(
                "a stored reference leads to a row that is not there",
                "\(relationship.label) of \(key.text) to \(target.text)")
        }
        guard let inverse = relationship.inverseToOne else { return }
        if ObjectKey(inverse.columns.map { other.values[$0] }) != key {
            throw ProgramFault(
                "the two sides of a stored pair disagree",
                "\(relationship.name) of \(key.text) is \(target.text), whose \(inverse.name) is another")
        }
    }
}
