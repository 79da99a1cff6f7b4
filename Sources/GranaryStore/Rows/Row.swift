/// The current row of a cursor; it cannot be copied or outlive its position.
@_documentation(visibility: private)
public struct Row: ~Copyable {
    /// The cursor.
    public let cursor: any RowCursor
    /// The entity whose columns the row has.
    public let entity: Entity

    /// Makes the row of a cursor.
    @inlinable public init(_ cursor: any RowCursor, of entity: Entity) {
        self.cursor = cursor
        self.entity = entity
    }

    /// Whether a column is null.
    @inlinable public func isNull(at column: Int) -> Bool { cursor.isNull(at: column) }

    /// The error for a column that cannot be read.
    public func malformed(at column: Int, _ what: String, cause: (any Error)? = nil) -> GranaryError {
        let property =
            column < entity.columns.count ? entity.propertyName(entity.columns[column].property) : "version"
        return GranaryError(
            .malformed,
            "A stored value cannot be read: the column of \(entity.name).\(property) \(what). Correct the row, or the attribute's type.",
            context: .init(entity: entity.name, properties: [property]), cause: cause)
    }
}
