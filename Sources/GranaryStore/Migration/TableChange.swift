/// The changes of one table in a migration, for the backend.
public struct TableChange: Sendable, Hashable, Codable {
    /// The current table; `nil` for a new one.
    public var source: StoredTable?
    /// The wanted table; `nil` for one that is dropped.
    public var target: StoredTable?
    /// The origins of the target's columns, in their order.
    public var columns: [ColumnOrigin]

    /// Makes a change.
    init(source: StoredTable?, target: StoredTable?, columns: [ColumnOrigin] = []) {
        self.source = source
        self.target = target
        self.columns = columns
    }

    /// The origin of the values of one column.
    public struct ColumnOrigin: Sendable, Hashable, Codable {
        /// The wanted column.
        public var target: StoredColumn
        /// The current column with the values; `nil` for a new one.
        public var source: StoredColumn?
        /// The value for rows in which the source is null or missing.
        public var fill: Value?
        /// The way to the value, for a column that refers to rows which get another key; such a column has no source.
        public var lookup: KeyLookup?

        /// Makes an origin.
        package init(
            target: StoredColumn, source: StoredColumn?, fill: Value?, lookup: KeyLookup? = nil
        ) {
            self.target = target
            self.source = source
            self.fill = fill
            self.lookup = lookup
        }

        /// The current columns that the values come from.
        package var present: [String] { source.map { [$0.name] } ?? lookup?.columns ?? [] }

        /// Whether values have to be computed: they are looked up or converted, or null is replaced.
        public var changesValues: Bool {
            guard let source else { return fill != nil || lookup != nil }
            return source.type != target.type || fill != nil
        }

        /// Whether every row must have a value already, because the column becomes required and nothing replaces null.
        public var needsEveryValue: Bool {
            (source?.isOptional ?? lookup?.isOptional) == true && !target.isOptional && fill == nil
        }
    }
}

extension TableChange {
    /// The columns of the source that the target does not have.
    public var dropped: [StoredColumn] {
        let kept = Set(columns.compactMap(\.source?.name))
        return source?.columns.filter { !kept.contains($0.name) } ?? []
    }

    /// The names in the target of the columns with the values of some source columns; `nil` if one is dropped.
    ///
    /// A reference that follows another key gets as many columns as that key has.
    func newNames(of names: [String]) -> [String]? {
        var (rest, found) = (names[...], [String]())
        while let first = rest.first {
            if let name = newName(of: first) {
                found.append(name)
                rest = rest.dropFirst()
                continue
            }
            guard
                let lookup = columns.lazy.compactMap(\.lookup).first(where: { rest.starts(with: $0.columns) })
            else { return nil }
            found += columns.filter { $0.lookup?.columns == lookup.columns }.map(\.target.name)
            rest = rest.dropFirst(lookup.columns.count)
        }
        return found
    }

    /// The name of a source column in the target; `nil` if it is dropped, or if its values are replaced by another key.
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
