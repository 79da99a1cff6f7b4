internal import GranaryStore
internal import GranarySQL

/// The columns of folded texts that a migration gives up, adds and fills.
///
/// The server folds by other tables than the core, so rows go through the core, some at a time.
struct FoldedColumns {
    private let change: TableChange
    private let connection: Connection
    private let dialect = PostgreSQLDialect()

    /// How many rows are folded at a time.
    private static let part = 2_000

    init(_ change: TableChange, _ connection: Connection) {
        self.change = change
        self.connection = connection
    }

    /// Drops those that are not wanted as they are, with their indexes.
    func drop() throws {
        guard let target = change.target else { return }
        for column in change.foldsDropped {
            try connection.define(
                "ALTER TABLE \(SQLName.quoted(target.name)) DROP COLUMN \(Self.name(column))")
        }
    }

    /// Adds those that are new, without values.
    func add() throws {
        guard let target = change.target else { return }
        for column in change.foldsAdded {
            try connection.define(
                "ALTER TABLE \(SQLName.quoted(target.name)) ADD COLUMN \(Self.name(column)) \(dialect.columnType(.text))"
            )
        }
    }

    /// Fills those that are new, once all other values of the table are there.
    func fill(_ monitor: MigrationMonitor?) throws {
        let added = change.foldsAdded
        guard change.source != nil, let target = change.target, !added.isEmpty else { return }
        try connection.passing(target, for: monitor) {
            let read = TableDefinition.names(target.key + added)
            // The cursor shows the rows as they were, even if they are changed in between.
            try connection.define(
                "DECLARE granary_folding NO SCROLL CURSOR FOR SELECT \(read) FROM \(SQLName.quoted(target.name))"
            )
            while let rows = try connection.run("FETCH \(Self.part) FROM granary_folding"), rows.count > 0 {
                try monitor?.check()
                try write(rows, added, target)
            }
            try connection.define("CLOSE granary_folding")
        }
    }

    /// Writes the folded texts of rows: their keys, then the texts.
    private func write(_ rows: ResultSet, _ added: [String], _ target: StoredTable) throws {
        let types = target.key.map { target.column($0)?.type ?? .text } + added.map { _ in .text }
        var columns = types.map(ArrayColumn.init)
        for row in 0..<rows.count {
            for (position, value) in try rows.values(row, as: types).enumerated() {
                guard position >= target.key.count, case .text(let text) = value else {
                    try columns[position].append(value)
                    continue
                }
                try columns[position].append(.text(Entity.folded(text)))
            }
        }
        var parameters = Parameters()
        for column in columns { parameters.append(column) }
        try connection.send(
            statement(types, added, target), parameters, answer: .checked, isNamed: false)
        try connection.sync()
        try connection.finish()
    }

    private func statement(_ types: [AttributeType], _ added: [String], _ target: StoredTable) -> String {
        let arrays = types.enumerated().map { "$\($0 + 1)::\(ColumnForm($1).name)[]" }
        let names = target.key.indices.map { "k\($0)" } + added.indices.map { "f\($0)" }
        let values = added.enumerated().map { "\(Self.name($1)) = v.f\($0)" }
        let matches = target.key.enumerated().map { "t0.\(SQLName.quoted($1)) = v.k\($0)" }
        return
            "UPDATE \(SQLName.quoted(target.name)) AS t0 SET \(values.joined(separator: ", ")) FROM unnest(\(arrays.joined(separator: ", "))) AS v(\(names.joined(separator: ", "))) WHERE \(matches.joined(separator: " AND "))"
    }

    private static func name(_ column: String) -> String { SQLName.quoted(Entity.foldedName(of: column)) }
}
