package import Granary

extension RowCursor {
    /// The rows that are left, each with its version behind the columns.
    package func rest(of entity: Entity) throws -> [[Value]] {
        let types = entity.columns.map(\.type) + [.integer]
        var rows: [[Value]] = []
        while try advance() {
            rows.append(try types.enumerated().map { try value(at: $0, as: $1) })
        }
        return rows
    }
}

extension StoreSession {
    /// The rows of a request as the store answers it, each with its version behind the columns.
    package func rows(_ request: FetchRequest) throws -> [[Value]] {
        let cursor = try fetch(request).cursor
        defer { cursor.close() }
        return try cursor.rest(of: request.entity)
    }

    /// Inserts rows of one entity.
    @discardableResult
    package func insert(_ rows: [any RowEncodable], _ entity: Entity) throws -> CommitResult {
        var changes = ChangeSet()
        changes.inserts = [InsertBatch(entity: entity, rows: rows)]
        return try commit(changes)
    }
}

extension ExpressionTree {
    /// An attribute of the row itself.
    package static func own(_ name: String) -> ExpressionTree { .attribute(path: [], name: name) }
}
