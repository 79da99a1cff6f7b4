/// Changed rows of one entity.
public struct UpdateBatch {
    /// The entity.
    public var entity: Entity
    /// The changes.
    public var rows: [Row]

    /// Makes a batch.
    public init(entity: Entity, rows: [Row]) {
        self.entity = entity
        self.rows = rows
    }

    /// One changed row.
    public struct Row {
        /// The key of the row.
        public var key: ObjectKey
        /// The version the row must have; `nil` for any.
        public var version: Int64?
        /// The row that writes the columns.
        public var source: any RowEncodable
        /// The properties to write.
        public var properties: PropertySet

        /// Makes a changed row.
        public init(
            key: ObjectKey, version: Int64?, source: any RowEncodable, properties: PropertySet
        ) {
            self.key = key
            self.version = version
            self.source = source
            self.properties = properties
        }
    }
}
