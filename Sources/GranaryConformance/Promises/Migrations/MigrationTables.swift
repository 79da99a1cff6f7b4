import FoundationEssentials
import Granary

/// The tables of an open store by the names of their models.
struct MigrationTables {
    let schema: Schema
    let store: any Store
    let session: any StoreSession

    func entity(_ name: String) throws -> Entity { try unwrap(schema.entity(name), "the entity \(name)") }

    /// Saves rows, given by the names of their properties.
    func insert(_ name: String, _ rows: [String: Value]...) throws {
        var changes = ChangeSet()
        changes.insert(try entity(name), rows)
        try session.committed(changes)
    }

    /// Adds pairs to a relationship from many to many.
    func connect(_ name: String, _ relationship: String, _ pairs: [(ObjectKey, ObjectKey)]) throws {
        try save([:], [(name, relationship, pairs)])
    }

    /// Saves rows of several models, and pairs of relationships from many to many, in one commit.
    func save(
        _ rows: [String: [[String: Value]]],
        _ pairs: [(model: String, relationship: String, keys: [(ObjectKey, ObjectKey)])]
    ) throws {
        var changes = ChangeSet()
        for (name, rows) in rows.sorted(by: { $0.key < $1.key }) { changes.insert(try entity(name), rows) }
        changes.links = try pairs.map { model, relationship, keys in
            let (table, isFirst) = try link(model, relationship)
            var batch = LinkBatch(table: table)
            batch.added = keys.map { isFirst ? ($0, $1) : ($1, $0) }
            return batch
        }
        try session.committed(changes)
    }

    private func link(_ name: String, _ relationship: String) throws -> (table: LinkTable, isFirst: Bool) {
        let found = try entity(name).relationship(relationship)
        var link: (LinkTable, Bool)?
        if case .link(let table, let isFirst)? = found?.storage { link = (table, isFirst) }
        return try unwrap(link, "the pairs of \(name).\(relationship)")
    }

    /// The objects with which some objects are connected by a many-to-many relationship.
    func connected(_ name: String, _ relationship: String, of keys: [ObjectKey]) throws -> [[Value]] {
        let (table, isFirst) = try link(name, relationship)
        return try session.links(table, fromFirst: isFirst, of: keys).map { $0.values + $1.values }
    }

    /// The rows of a model in key order, by properties, without null values.
    func rows(_ name: String) throws -> [[String: Value]] {
        let entity = try entity(name)
        return try session.everything(of: entity).map { row in
            var named: [String: Value] = [:]
            for (column, value) in row.enumerated() where !value.isNull {
                named[entity.propertyName(entity.columns[column].property)] = value
            }
            return named
        }
    }

    /// The keys of the rows for which a property has a value, as the store finds them.
    func keys(_ name: String, where property: String, is value: Value) throws -> [Value] {
        try keys(
            name, where: .compare(.equal, .attribute(path: [], name: property), .literal(value)))
    }

    /// The keys of the rows for which a condition holds, as the store finds them.
    func keys(_ name: String, where condition: ExpressionTree) throws -> [Value] {
        let entity = try entity(name)
        var request = FetchRequest(entity: entity)
        request.predicate = condition
        return try CompleteAnswer.rows(of: request, in: session, schema).map { $0[entity.keyColumns[0]] }
    }

    /// The keys of the rows that lead to an object by a relationship to one, as the store finds them.
    func keys(_ name: String, leadingBy relationship: String, to key: ObjectKey) throws -> [Value] {
        let entity = try entity(name)
        var request = FetchRequest(entity: entity)
        request.selection = .referring(relationship: relationship, to: [key])
        return try session.rows(request).map { $0[entity.keyColumns[0]] }
    }

    /// The rows of every model with their versions, by model.
    func everything() throws -> [String: [[Value]]] {
        var found: [String: [[Value]]] = [:]
        for entity in schema.entities { found[entity.name] = try session.rows(FetchRequest(entity: entity)) }
        return found
    }
}
