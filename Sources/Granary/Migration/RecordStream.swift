/// The rows of one model of a store as records, one after the other.
public final class RecordStream {
    private let cursor: any RowCursor
    private let entity: Entity

    init(_ cursor: any RowCursor, of entity: Entity) { (self.cursor, self.entity) = (cursor, entity) }

    deinit { close() }

    /// The next row; `nil` after the last.
    ///
    /// - Throws: errors of reading the store.
    public func next() throws -> Record? {
        guard try cursor.advance() else {
            cursor.close()
            return nil
        }
        let values = try entity.columns.enumerated().map { try cursor.value(at: $0, as: $1.type) }
        let version = entity.columns.count
        return Record(
            of: entity, values: values,
            version: cursor.isNull(at: version) ? nil : try cursor.integer(at: version))
    }

    /// The next row, after which reading ends.
    func first() throws -> Record? {
        defer { close() }
        return try next()
    }

    /// Ends reading; safe to call twice.
    public func close() { cursor.close() }
}
