/// The rows of one model of a store as records, one after the other.
public final class RecordStream {
    private let cursor: any RowCursor
    private let entity: Entity
    /// The session that reads for this stream alone, and ends with it.
    private let session: (any StoreSession)?
    private var isOver = false

    init(_ cursor: any RowCursor, of entity: Entity, ending session: (any StoreSession)? = nil) {
        self.cursor = cursor
        self.entity = entity
        self.session = session
    }

    deinit { close() }

    /// The next row; `nil` after the last, and after ``close()``.
    ///
    /// - Throws: errors of reading the store.
    public func next() throws -> Record? {
        guard try !isOver && cursor.advance() else {
            close()
            return nil
        }
        let values = try entity.columns.enumerated().map { try cursor.value(at: $0, as: $1.type) }
        let version = entity.columns.count
        return Record(
            of: entity, values: values,
            version: cursor.isNull(at: version) ? nil : try cursor.integer(at: version))
    }

    /// The next rows: so many, or fewer once they hold so many bytes; none after the last.
    ///
    /// - Throws: as ``next()``.
    package func next(_ count: Int, _ bytes: Int) throws -> [Record] {
        var rows: [Record] = []
        var size = 0
        while rows.count < count, size < bytes, let row = try next() {
            rows.append(row)
            size += row.values.reduce(0) { $0 + $1.textOrDataSize }
        }
        return rows
    }

    /// The next row, after which reading ends.
    func first() throws -> Record? {
        defer { close() }
        return try next()
    }

    /// Ends reading; safe to call twice.
    public func close() {
        if isOver { return }
        isOver = true
        cursor.close()
        session?.end()
    }
}

extension Value {
    /// The number of bytes of a text or of data.
    fileprivate var textOrDataSize: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .data(let data): data.count
        default: 0
        }
    }
}
