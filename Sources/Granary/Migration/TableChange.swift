/// The changes of one table in a migration, for the backend.
public struct TableChange: Sendable, Hashable, Codable {
    /// The present table; `nil` for a new one.
    public var source: StoredTable?
    /// The wanted table; `nil` for one that is dropped.
    public var target: StoredTable?
    /// The origins of the target's columns, in their order.
    public var columns: [ColumnOrigin]

    /// Makes a change.
    init(source: StoredTable?, target: StoredTable?, columns: [ColumnOrigin] = []) {
        (self.source, self.target, self.columns) = (source, target, columns)
    }

    /// The origin of the values of one column.
    public struct ColumnOrigin: Sendable, Hashable, Codable {
        /// The wanted column.
        public var target: StoredColumn
        /// The present column with the values; `nil` for a new one.
        public var source: StoredColumn?
        /// The value for rows in which the source is null or missing.
        public var fill: Value?

        /// Makes an origin.
        package init(target: StoredColumn, source: StoredColumn?, fill: Value?) {
            (self.target, self.source, self.fill) = (target, source, fill)
        }

        /// Whether values have to be computed: they are converted, or null is replaced.
        public var changesValues: Bool {
            guard let source else { return fill != nil }
            return source.type != target.type || fill != nil
        }

        /// Whether every row must have a value already, because the column is required now and nothing takes the place of null.
        public var needsEveryValue: Bool {
            source?.isOptional == true && !target.isOptional && fill == nil
        }
    }
}

extension TableChange {
    /// The columns of the source that the target does not have.
    public var dropped: [StoredColumn] {
        let kept = Set(columns.compactMap(\.source?.name))
        return source?.columns.filter { !kept.contains($0.name) } ?? []
    }

    /// The name of a source column in the target; `nil` if it is dropped.
    public func newName(of column: String) -> String? {
        columns.first { $0.source?.name == column }?.target.name
    }

    /// Whether the primary key has other columns or other values.
    public var changesKey: Bool {
        guard let source, let target else { return false }
        return source.key.map { newName(of: $0) } != target.key
            || columns.contains { target.key.contains($0.target.name) && $0.changesValues }
    }
}
