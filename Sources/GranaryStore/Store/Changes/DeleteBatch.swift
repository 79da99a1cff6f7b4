/// Rows of one entity that must have a version, to delete them or to rely on them.
public struct DeleteBatch {
    /// The entity.
    public var entity: Entity
    /// Keys with the version each row must have; a `nil` version matches any.
    public var rows: [(key: ObjectKey, version: Int64?)]

    /// Makes a batch.
    public init(entity: Entity, rows: [(key: ObjectKey, version: Int64?)]) {
        self.entity = entity
        self.rows = rows
    }
}
