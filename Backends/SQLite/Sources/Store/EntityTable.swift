internal import GranaryStore
internal import GranarySQL

/// An entity of a store with the texts of the statements that every use of it needs.
final class EntityTable: Sendable {
    /// The entity.
    let entity: Entity
    /// Its table.
    let definition: TableDefinition
    /// The position among the tables of the store.
    let position: Int
    /// The position of a key of one integer among the columns; -1 for other keys.
    let integerKey: Int

    private let quotedTable: String
    private let selectRows: String
    private let key: [String]

    init(_ entity: Entity, _ definition: TableDefinition, position: Int) {
        self.entity = entity
        self.definition = definition
        self.position = position
        integerKey = definition.hasIntegerKey ? entity.keyColumns.first ?? -1 : -1
        quotedTable = SQLName.quoted(entity.table)
        key = entity.keyColumns.map { SQLName.quoted(entity.columns[$0].name) }
        let columns = entity.columns.map(\.name) + [GranaryColumn.version]
        selectRows = "SELECT \(TableDefinition.names(columns)) FROM \(quotedTable) AS t0"
    }

    private static let version = SQLName.quoted(GranaryColumn.version)

    // MARK: Parameters

    /// The column position under which a writer sets the version to write; the parameters of columns come
    /// before.
    var versionColumn: Int { entity.columns.count }
    /// The number of the parameter of the version that a row must have.
    var oldVersionParameter: Int32 { Int32(entity.columns.count + 2) }
    /// The number of the first parameter of the key of the row to change.
    var keyParameter: Int32 { Int32(entity.columns.count + 3) }

    // MARK: Reading

    /// All rows in key order.
    var all: String { "\(selectRows) ORDER BY \(key.joined(separator: ", "))" }

    /// The row with a key.
    var one: String { "\(selectRows) WHERE \(hasKey())" }

    /// The rows with one of so many keys, in key order.
    func listed(_ count: Int) -> String {
        "\(selectRows) WHERE \(Self.isListed(key, count)) ORDER BY \(key.joined(separator: ", "))"
    }

    /// The rows that refer by some columns to one of so many keys, in the order of these keys and then of their own.
    func referring(_ columns: [String], _ count: Int) -> String {
        let quoted = columns.map(SQLName.quoted)
        let order = ((count == 1 ? [] : quoted) + key).joined(separator: ", ")
        return "\(selectRows) WHERE \(Self.isListed(quoted, count)) ORDER BY \(order)"
    }

    /// How many rows refer by some columns to one of so many keys.
    func countReferring(_ columns: [String], _ count: Int) -> String {
        "SELECT count(*) FROM \(quotedTable) WHERE \(Self.isListed(columns.map(SQLName.quoted), count))"
    }

    /// How many rows there are, counted up to a limit.
    var countUpTo: String { "SELECT count(*) FROM (SELECT 1 FROM \(quotedTable) LIMIT ?1)" }

    /// The names of the columns of a relationship to one.
    func columnNames(of relationship: String) -> [String] {
        entity.relationship(relationship)?.columns.map { entity.columns[$0].name } ?? []
    }

    /// The keys, among so many, that have a row.
    func present(_ count: Int) -> String {
        "SELECT \(key.joined(separator: ", ")) FROM \(quotedTable) WHERE \(Self.isListed(key, count))"
    }

    /// The version of the row with a key.
    var versionOfRow: String { "SELECT \(Self.version) FROM \(quotedTable) WHERE \(hasKey())" }

    /// The largest integer key.
    var largestKey: String { "SELECT max(\(key.first ?? "0")) FROM \(quotedTable)" }

    /// The condition that columns hold one of so many keys, as parameters.
    static func isListed(_ columns: [String], _ count: Int) -> String {
        if columns.count == 1 {
            if count == 1 { return "\(columns[0]) = ?" }
            return "\(columns[0]) IN (\(places(count)))"
        }
        if count == 1 { return columns.map { "\($0) = ?" }.joined(separator: " AND ") }
        let row = columns.map { "\($0) = ?" }.joined(separator: " AND ")
        return "(" + repeatElement(row, count: count).joined(separator: " OR ") + ")"
    }

    /// A number of parameters, separated by commas.
    private static func places(_ count: Int) -> Substring {
        // A prefix of an existing text: joining 256 places again for each list took as long as reading their rows.
        let longest = count <= KeyList.partSize ? partOfPlaces : joined(count)
        return longest[..<longest.utf8.index(longest.startIndex, offsetBy: max(0, 3 * count - 2))]
    }

    private static let partOfPlaces = joined(KeyList.partSize)

    private static func joined(_ count: Int) -> String { String(repeating: "?, ", count: count) }

    private func hasKey(from parameter: Int32 = 1) -> String {
        key.enumerated().map { "\($1) = ?\(Int(parameter) + $0)" }.joined(separator: " AND ")
    }

    // MARK: Writing

    /// Inserts a row: each column and the version; the engine fills the columns of folded texts.
    var insert: String {
        let columns = entity.columns.map(\.name) + [GranaryColumn.version]
        let folds = folds(of: Array(entity.columns.indices))
        let places = Array(repeating: "?", count: columns.count) + folds.map(\.value)
        let names = TableDefinition.names(columns + folds.map(\.column))
        return "INSERT INTO \(quotedTable) (\(names)) VALUES (\(places.joined(separator: ", ")))"
    }

    /// The columns of the folded texts of some columns, each with the call that makes them of the parameter.
    private func folds(of columns: [Int]) -> [(column: String, value: String)] {
        entity.foldedIndexes.filter(columns.contains).map {
            (Entity.foldedName(of: entity.columns[$0].name), FoldingFunction.call("?\($0 + 1)"))
        }
    }

    /// Sets some columns of a row and its version, if it has the version where one is required.
    func update(_ columns: [Int], hasVersion: Bool) -> String {
        let set =
            columns.map { "\(SQLName.quoted(entity.columns[$0].name)) = ?\($0 + 1)" }
            + folds(of: columns).map { "\(SQLName.quoted($0.column)) = \($0.value)" }
            + ["\(Self.version) = ?\(versionColumn + 1)"]
        return "UPDATE \(quotedTable) SET \(set.joined(separator: ", ")) WHERE \(hasKey(from: keyParameter))"
            + (hasVersion ? " AND \(Self.version) = ?\(oldVersionParameter)" : "")
    }

    /// Deletes a row, if it has the version where one is required.
    func delete(hasVersion: Bool) -> String {
        "DELETE FROM \(quotedTable) WHERE \(hasKey())"
            + (hasVersion ? " AND \(Self.version) = ?\(key.count + 1)" : "")
    }
}
