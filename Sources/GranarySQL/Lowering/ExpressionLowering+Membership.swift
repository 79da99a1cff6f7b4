package import GranaryStore

extension ExpressionLowering {
    func membership(
        _ inner: ExpressionTree, _ values: [Value], _ scope: QueryScope, _ negated: Bool
    ) -> SQLText? {
        guard let value = value(inner, in: scope), value.type != .json else { return nil }
        return membership(value, values, negated)
    }

    /// The condition that a value is in a list, or that it is not.
    func membership(_ value: LoweredValue, _ values: [Value], _ negated: Bool) -> SQLText? {
        let present = values.filter { !$0.isNull }
        guard present.allSatisfy({ $0.storableType == value.type }) else { return nil }
        let holdsNull = present.count < values.count
        if present.isEmpty {
            return holdsNull ? nullTest(value, isNull: !negated) : dialect.condition(negated)
        }
        guard let isMember = dialect.isMember(value.sql, of: present, as: value.type) else { return nil }
        switch (negated, holdsNull) {
        case (false, false): return isMember
        case (false, true): return orNull(isMember, value)
        // Null is in no list, so the negation is null for it and does not hold.
        case (true, true): return "NOT (\(isMember))"
        case (true, false): return orNull("NOT (\(isMember))", value)
        }
    }

    /// Up to this many compound keys become alternatives, each found through an index; more become a list to search.
    private static var mostAlternatives: Int { 64 }

    /// The condition that columns hold one of some keys.
    package func holdsKey(_ columns: [SQLText], _ types: [AttributeType], _ keys: [ObjectKey]) -> SQLText? {
        var rows: [[Value]] = []
        for key in keys {
            let values = key.values
            guard values.map(\.storableType) == types.map(Optional.some) else { return nil }
            rows.append(values)
        }
        guard let first = columns.first, !rows.isEmpty else { return dialect.condition(false) }
        if columns.count == 1 { return dialect.isMember(first, of: rows.map { $0[0] }, as: types[0]) }
        // Engines answer a short OR of equalities through the index of a compound key.
        if rows.count <= Self.mostAlternatives {
            let alternatives = rows.map { row in
                "(\(.list(zip(columns, row).map { "\($0) = \(bind: $1)" as SQLText }, separator: " AND ")))"
                    as SQLText
            }
            return .chain(alternatives[...], by: "OR")
        }
        return dialect.isMember(columns, of: rows, as: types)
    }
}
