import Granary

/// Reads rows as lists of values, the version last.
enum RowList {
    /// All rows of a cursor, which is closed.
    static func read(_ cursor: any RowCursor, of entity: Entity) throws -> [[Value]] {
        defer { cursor.close() }
        var rows: [[Value]] = []
        while try cursor.advance() { rows.append(try row(cursor, entity)) }
        return rows
    }

    private static func row(_ cursor: any RowCursor, _ entity: Entity) throws -> [Value] {
        var values = try entity.columns.indices.map { try cursor.value(at: $0, as: entity.columns[$0].type) }
        values.append(try cursor.value(at: entity.columns.count, as: .integer))
        return values
    }

    /// The rows of two requests, whose cursors are moved alternately.
    static func interleaved(
        _ first: FetchRequest, _ second: FetchRequest, in session: any StoreSession
    ) throws -> [[[Value]]] {
        let left = try session.fetch(first).cursor
        defer { left.close() }
        let right = try session.fetch(second).cursor
        defer { right.close() }
        var rows: [[[Value]]] = [[], []]
        var (hasLeft, hasRight) = (true, true)
        while hasLeft || hasRight {
            if hasLeft { hasLeft = try left.advance() }
            if hasRight { hasRight = try right.advance() }
            if hasLeft { rows[0].append(try row(left, first.entity)) }
            if hasRight { rows[1].append(try row(right, second.entity)) }
        }
        return rows
    }

    /// Rows in the order of their keys.
    static func byKey(_ rows: [[Value]], _ entity: Entity) -> [[Value]] {
        rows.sorted { left, right in
            for column in entity.keyColumns {
                let ordering = left[column].compare(right[column])
                if ordering != .equal { return ordering == .less }
            }
            return false
        }
    }
}
