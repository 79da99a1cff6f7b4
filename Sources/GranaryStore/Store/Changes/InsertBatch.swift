/// New rows of one entity.
public struct InsertBatch {
    /// The entity.
    public var entity: Entity
    /// The rows; each writes every column.
    public var rows: [any RowEncodable]

    /// Makes a batch.
    public init(entity: Entity, rows: [any RowEncodable]) {
        self.entity = entity
        self.rows = rows
    }
}
