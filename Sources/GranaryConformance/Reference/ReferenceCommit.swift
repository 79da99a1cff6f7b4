import Granary

/// Carries a change set out on a copy of the state and checks the result.
struct ReferenceCommit {
    private(set) var state: ReferenceState
    private let entities: [String: Entity]

    private let checks: ReferenceChecks

    init(_ state: ReferenceState, _ entities: [String: Entity], _ checks: ReferenceChecks) {
        self.state = state
        self.checks = checks
        self.entities = entities
        self.state.version += 1
    }

    /// Applies the changes; conflicts mean that the state is not to be used.
    mutating func apply(_ changes: ChangeSet) throws -> [CommitResult.Conflict] {
        let conflicts = self.conflicts(changes)
        if !conflicts.isEmpty { return conflicts }
        for batch in changes.deletes {
            for (key, _) in batch.rows { state.tables[batch.entity.name]?[key] = nil }
        }
        for batch in changes.updates { try update(batch) }
        for batch in changes.inserts { try insert(batch) }
        for batch in changes.links {
            state.links[batch.table.name, default: []].formUnion(
                batch.added.map { ReferencePair(first: $0.first, second: $0.second) })
            state.links[batch.table.name]?.subtract(
                batch.removed.map { ReferencePair(first: $0.first, second: $0.second) })
        }
        try checkPairs()
        if checks.contains(.uniques) { try checkUniques() }
        try checkReferences()
        return []
    }

    private func conflicts(_ changes: ChangeSet) -> [CommitResult.Conflict] {
        var found: [CommitResult.Conflict] = []
        func check(_ entity: Entity, _ key: ObjectKey, _ version: Int64?) {
            let row = state.tables[entity.name]?[key]
            if row == nil || (version != nil && row?.version != version) {
                found.append(CommitResult.Conflict(entity: entity.name, key: key))
            }
        }
        for batch in changes.updates { for row in batch.rows { check(batch.entity, row.key, row.version) } }
        for batch in changes.deletes + changes.requirements {
            for row in batch.rows { check(batch.entity, row.key, row.version) }
        }
        return found
    }

    private mutating func update(_ batch: UpdateBatch) throws {
        for row in batch.rows {
            guard let present = state.tables[batch.entity.name]?[row.key] else { continue }
            let written = ValueCollector(columns: batch.entity.columns.count)
            try row.source.encode(row.properties, of: batch.entity, into: written)
            var values = present.values
            for (column, definition) in batch.entity.columns.enumerated()
            where row.properties.contains(definition.property) {
                values[column] = written.values[column]
            }
            state.tables[batch.entity.name]?[row.key] = ReferenceRow(version: state.version, values: values)
        }
    }

    private mutating func insert(_ batch: InsertBatch) throws {
        for row in batch.rows {
            let values = try row.columnValues(of: batch.entity)
            guard let key = ObjectKey(batch.entity.keyColumns.map { values[$0] }) else {
                throw violation(batch.entity, batch.entity.keyColumns, .notNull, "A key is missing.")
            }
            guard state.tables[batch.entity.name]?[key] == nil else {
                throw violation(
                    batch.entity, batch.entity.keyColumns, .primaryKey,
                    "A row with this primary key exists; use another key.")
            }
            state.tables[batch.entity.name, default: [:]][key] = ReferenceRow(
                version: state.version, values: values)
            if case .integer(let number) = key {
                state.lastKeys[batch.entity.name] = max(state.lastKeys[batch.entity.name] ?? 0, number)
            }
        }
    }

    /// Checks that the objects of every pair exist: pairs are removed by the context that deletes an object, not by
    /// the store.
    private func checkPairs() throws {
        guard checks.contains(.references) else { return }
        for (name, pairs) in state.links {
            guard
                let table = entities.values.lazy.flatMap(\.toMany).compactMap({ $0.linkTable }).first(where: {
                    $0.name == name
                })
            else { continue }
            let (first, second) = (
                state.tables[table.firstEntity.name] ?? [:], state.tables[table.secondEntity.name] ?? [:]
            )
            for pair in pairs where first[pair.first] == nil || second[pair.second] == nil {
                throw GranaryError(
                    .constraint,
                    "An object of a connected pair does not exist; insert it too, or take the connection away.",
                    context: .init(entity: table.firstEntity.name, constraint: .reference))
            }
        }
    }

    private func checkUniques() throws {
        for entity in entities.values {
            for columns in entity.uniques {
                var seen: Set<[Value]> = []
                for row in (state.tables[entity.name] ?? [:]).values {
                    let values = columns.map { row.value(at: $0) }
                    if values.contains(where: \.isNull) { continue }
                    if !seen.insert(values).inserted {
                        throw violation(
                            entity, columns, .unique, "Two objects have the same values; change one of them.")
                    }
                }
            }
        }
    }

    private func checkReferences() throws {
        for entity in entities.values {
            for row in (state.tables[entity.name] ?? [:]).values {
                for (column, definition) in entity.columns.enumerated()
                where !definition.isOptional && row.value(at: column).isNull {
                    throw violation(entity, [column], .notNull, "A value is missing; set it.")
                }
                for relationship in entity.toOne
                where !relationship.crossesConfigurations && checks.contains(.references) {
                    guard let key = ReferenceSession.key(row, Array(relationship.columns)) else { continue }
                    if state.tables[relationship.destination.name]?[key] == nil {
                        throw violation(
                            entity, Array(relationship.columns), .reference,
                            "The object referred to does not exist; insert it too.")
                    }
                }
            }
        }
    }

    private func violation(
        _ entity: Entity, _ columns: [Int], _ kind: GranaryError.Constraint, _ message: String
    ) -> GranaryError {
        var properties: [String] = []
        for column in columns {
            let name = entity.propertyName(entity.columns[column].property)
            if !properties.contains(name) { properties.append(name) }
        }
        return GranaryError(
            .constraint, message,
            context: .init(entity: entity.name, properties: properties, constraint: kind))
    }
}

extension Relationship {
    /// The table of pairs, for many-to-many relationships.
    var linkTable: LinkTable? {
        if case .link(let table, _) = storage { table } else { nil }
    }
}
