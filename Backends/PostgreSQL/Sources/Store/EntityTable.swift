internal import GranaryStore
internal import GranarySQL

/// An entity of a store with the texts of the statements that every use of it needs.
final class EntityTable: Sendable {
    /// The entity.
    let entity: Entity
    /// Its table.
    let definition: TableDefinition
    /// The position of a key of one integer among the columns; -1 for other keys.
    let integerKey: Int
    /// The kinds of the key's parts.
    let keyTypes: [AttributeType]

    private let selectRows: String
    private let keyOrder: String
    private let table: String
    private let key: [String]

    /// All rows in key order.
    let all: String
    /// The row with a key.
    let one: String
    /// The rows with one of some keys, in key order.
    let listed: String
    /// The keys, among some, that have a row.
    let present: String
    /// Deletes the rows with some keys.
    let delete: String
    /// Inserts rows from an array for each column and for the folded texts of some, with a version.
    let insert: String
    /// Takes rows in the binary form of `COPY`: each column, the version, and the folded texts of some.
    let copy: String

    /// Makes the texts for an entity.
    init(_ entity: Entity, _ definition: TableDefinition) {
        self.entity = entity
        self.definition = definition
        integerKey = definition.hasIntegerKey ? entity.keyColumns.first ?? -1 : -1
        keyTypes = entity.keyTypes
        table = SQLName.quoted(entity.table)
        key = entity.keyColumns.map { "t0.\(SQLName.quoted(entity.columns[$0].name))" }
        keyOrder = key.joined(separator: ", ")
        let folded = entity.foldedIndexes.map { Entity.foldedName(of: entity.columns[$0].name) }
        let qualified = (entity.columns.map(\.name) + [GranaryColumn.version]).map {
            "t0.\(SQLName.quoted($0))"
        }
        selectRows = "SELECT \(qualified.joined(separator: ", ")) FROM \(table) AS t0"
        let hasKey = Self.isListed(key, keyTypes)
        all = "\(selectRows) ORDER BY \(keyOrder)"
        one = "\(selectRows) WHERE \(Self.equals(key, keyTypes, from: 1))"
        listed = "\(selectRows) WHERE \(hasKey) ORDER BY \(keyOrder)"
        present = "SELECT \(keyOrder) FROM \(table) AS t0 WHERE \(hasKey)"
        delete = "DELETE FROM \(table) AS t0 WHERE \(hasKey)"
        let names = entity.columns.map(\.name)
        let types = entity.columns.map(\.type) + folded.map { _ in .text }
        let arrays = types.enumerated().map { "$\($0 + 1)::\(ColumnForm($1).name)[]" }
        let inserted = TableDefinition.names(names + folded + [GranaryColumn.version])
        insert =
            "INSERT INTO \(table) (\(inserted)) SELECT v.*, $\(arrays.count + 1)::pg_catalog.int8 FROM unnest(\(arrays.joined(separator: ", "))) AS v"
        let copied = TableDefinition.names(names + [GranaryColumn.version] + folded)
        copy = "COPY \(table) (\(copied)) FROM STDIN (FORMAT binary)"
    }

    /// The condition that columns hold one of some keys: an array for each part.
    static func isListed(_ columns: [String], _ types: [AttributeType], from parameter: Int = 1) -> String {
        let arrays = types.enumerated().map { "$\(parameter + $0)::\(ColumnForm($1).name)[]" }
        if columns.count == 1 { return "\(columns[0]) = ANY(\(arrays[0]))" }
        return
            "(\(columns.joined(separator: ", "))) IN (SELECT * FROM unnest(\(arrays.joined(separator: ", "))))"
    }

    /// The condition that columns hold one key.
    static func equals(_ columns: [String], _ types: [AttributeType], from parameter: Int) -> String {
        zip(columns, types).enumerated().map {
            "\($1.0) = $\(parameter + $0)::\(ColumnForm($1.1).name)"
        }.joined(separator: " AND ")
    }

    /// The rows that refer by a relationship to one of some keys, in the order of their keys.
    ///
    /// Where most rows are wanted, the server reads them in that order; one by the reference first would have it sort
    /// them all.
    func referring(_ relationship: Relationship, single: Bool) -> String {
        let columns = relationship.columns.map { "t0.\(SQLName.quoted(entity.columns[$0].name))" }
        let types = relationship.columns.map { entity.columns[$0].type }
        if single {
            return "\(selectRows) WHERE \(Self.equals(columns, types, from: 1)) ORDER BY \(keyOrder)"
        }
        return "\(selectRows) WHERE \(Self.isListed(columns, types)) ORDER BY \(keyOrder)"
    }

    /// The largest integer key.
    var largestKey: String { "SELECT pg_catalog.max(\(keyOrder)) FROM \(table) AS t0" }

    /// Locks the rows with some keys, in key order, and reads their keys and versions.
    func lock(_ strength: RowLock) -> String {
        "SELECT \(keyOrder), t0.\(Self.version) FROM \(table) AS t0 WHERE \(Self.isListed(key, keyTypes)) ORDER BY \(keyOrder) FOR \(strength.rawValue) OF t0"
    }

    private static let version = SQLName.quoted(GranaryColumn.version)

    /// Sets some columns of many rows and their version, from an array for each part of the key, each column and the
    /// folded texts of each.
    func update(_ columns: [Int]) -> String {
        let folds = folds(of: columns).map { Entity.foldedName(of: entity.columns[$0].name) }
        let types = keyTypes + columns.map { entity.columns[$0].type } + folds.map { _ in .text }
        let arrays = types.enumerated().map { "$\($0 + 1)::\(ColumnForm($1).name)[]" }
        let written = columns.map { entity.columns[$0].name } + folds
        let names = key.indices.map { "k\($0)" } + written.indices.map { "c\($0)" }
        let matches = key.enumerated().map { "\($1) = v.k\($0)" }
        return
            "UPDATE \(table) AS t0 SET \(assignments(written), version: arrays.count + 1) FROM unnest(\(arrays.joined(separator: ", "))) AS v(\(names.joined(separator: ", "))) WHERE \(matches.joined(separator: " AND "))"
    }

    private func assignments(_ columns: [String]) -> [String] {
        columns.enumerated().map { "\(SQLName.quoted($1)) = v.c\($0)" }
    }

    /// Those of some columns whose folded texts the table has too, in the order in which writers have them.
    func folds(of columns: [Int]) -> [Int] { entity.foldedIndexes.filter(columns.contains) }

    /// The columns that a set of properties occupies, without those of the key, which never change.
    func changeableColumns(of properties: PropertySet) -> [Int] {
        entity.columns.indices.filter {
            properties.contains(entity.columns[$0].property) && !entity.keyColumns.contains($0)
        }
    }
}

extension DefaultStringInterpolation {
    /// Adds assignments, and that of the version at the end.
    fileprivate mutating func appendInterpolation(_ assignments: [String], version parameter: Int) {
        let version = "\(SQLName.quoted(GranaryColumn.version)) = $\(parameter)::pg_catalog.int8"
        appendLiteral((assignments + [version]).joined(separator: ", "))
    }
}
