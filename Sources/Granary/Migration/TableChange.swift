/// What becomes of one table in a migration, for the backend that carries it out.
public struct TableChange: Sendable, Hashable, Codable {
    /// The table as it is; `nil` for a new one.
    public var source: StoredTable?
    /// The table as it is to be; `nil` for one that is dropped.
    public var target: StoredTable?
    /// Where the values of the target's columns come from, in their order.
    public var columns: [ColumnOrigin]

    /// Makes a change.
    init(source: StoredTable?, target: StoredTable?, columns: [ColumnOrigin] = []) {
        (self.source, self.target, self.columns) = (source, target, columns)
    }

    /// Where the values of one column come from.
    public struct ColumnOrigin: Sendable, Hashable, Codable {
        /// The column as it is to be.
        public var target: StoredColumn
        /// The column that has the values now; `nil` for a new one.
        public var source: StoredColumn?
        /// What takes the place of null, and of what is not there.
        public var fill: Value?

        /// Makes an origin.
        package init(target: StoredColumn, source: StoredColumn?, fill: Value?) {
            (self.target, self.source, self.fill) = (target, source, fill)
        }

        /// Whether values have to be computed anew: another kind, or something in place of null.
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
    /// The columns of the source that the target has no more.
    public var dropped: [StoredColumn] {
        let kept = Set(columns.compactMap(\.source?.name))
        return source?.columns.filter { !kept.contains($0.name) } ?? []
    }

    /// The name a column of the source has in the target; `nil` when it is dropped.
    public func newName(of column: String) -> String? {
        columns.first { $0.source?.name == column }?.target.name
    }

    /// Whether the primary key is another one, or its values are other ones.
    public var changesKey: Bool {
        guard let source, let target else { return false }
        return source.key.map { newName(of: $0) } != target.key
            || columns.contains { target.key.contains($0.target.name) && $0.changesValues }
    }
}
