import GranaryStore

extension ExpressionLowering {
    func compare(
        _ comparison: ExpressionTree.Comparison, _ left: ExpressionTree, _ right: ExpressionTree,
        _ scope: QueryScope, _ negated: Bool
    ) -> SQLText? {
        switch (left, right) {
        case (.literal(let left), .literal(let right)):
            guard left.isSameKind(as: right) else { return nil }
            return dialect.condition(comparison.holds(left, right) != negated)
        case (let tree, .literal(.null)), (.literal(.null), let tree):
            return compareWithNull(comparison, tree, scope, negated)
        default:
            guard let left = value(left, in: scope), let right = value(right, in: scope),
                areComparable(left, right)
            else { return nil }
            return compare(comparison, left, right, negated)
        }
    }

    private func compareWithNull(
        _ comparison: ExpressionTree.Comparison, _ tree: ExpressionTree, _ scope: QueryScope, _ negated: Bool
    ) -> SQLText? {
        guard let value = value(tree, in: scope) else { return nil }
        return compareWithNull(comparison, value, negated: negated)
    }

    /// The comparison of a value with `nil`; `nil` for an order that its kind does not have.
    func compareWithNull(
        _ comparison: ExpressionTree.Comparison, _ value: LoweredValue, negated: Bool
    ) -> SQLText? {
        switch comparison {
        case .equal: return nullTest(value, isNull: !negated)
        case .notEqual: return nullTest(value, isNull: negated)
        // An ordered comparison with nil is false for every row, and its negation true.
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            return value.type == .json ? nil : dialect.condition(negated)
        }
    }

    /// The test whether a value is null, or is not.
    func nullTest(_ value: LoweredValue, isNull: Bool) -> SQLText {
        if !value.isOptional { return dialect.condition(!isNull) }
        return isNull ? "\(value.sql) IS NULL" : "\(value.sql) IS NOT NULL"
    }

    /// Whether the engine compares values of two kinds exactly.
    func areComparable(_ left: LoweredValue, _ right: LoweredValue) -> Bool {
        if left.type == .json || right.type == .json { return false }
        if left.type == right.type { return true }
        let numbers: Set<AttributeType> = [.integer, .real]
        // An engine that converts integers to doubles rounds those beyond 2^53.
        return dialect.comparesNumbersExactly && numbers.contains(left.type) && numbers.contains(right.type)
    }

    /// The comparison of two values, or its negation.
    func compare(
        _ comparison: ExpressionTree.Comparison, _ left: LoweredValue, _ right: LoweredValue, _ negated: Bool
    ) -> SQLText {
        let operation = negated ? comparison.opposite : comparison
        switch operation {
        case .equal:
            // `=` is null for two nulls. PostgreSQL answers IS NOT DISTINCT FROM without an index, so it is used only
            // where both sides may be null.
            if left.isOptional && right.isOptional { return dialect.isSame(left.sql, right.sql) }
            return "\(left.sql) = \(right.sql)"
        case .notEqual:
            if left.isOptional || right.isOptional { return dialect.isDistinct(left.sql, right.sql) }
            return "\(left.sql) <> \(right.sql)"
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            let holds = "\(left.sql) \(verbatim: operation.symbol) \(right.sql)" as SQLText
            guard negated else { return holds }
            // A value that is not smaller is larger, equal, or not comparable because it is nil.
            return orNull(holds, left, right)
        }
    }

    /// A condition that also holds if one of the values is null.
    func orNull(_ condition: SQLText, _ values: LoweredValue...) -> SQLText {
        let tests = values.filter(\.isOptional).map { nullTest($0, isNull: true) }
        return .chain(([condition] + tests)[...], by: "OR")
    }
}

extension ExpressionTree.Comparison {
    /// The opposite comparison, for values that are not `nil`.
    var opposite: ExpressionTree.Comparison {
        switch self {
        case .equal: .notEqual
        case .notEqual: .equal
        case .less: .greaterOrEqual
        case .lessOrEqual: .greater
        case .greater: .lessOrEqual
        case .greaterOrEqual: .less
        }
    }

    /// The operator in SQL.
    var symbol: String {
        switch self {
        case .equal: "="
        case .notEqual: "<>"
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        }
    }
}

extension Value {
    /// Whether both are storable and of one type, or one is null.
    func isSameKind(as other: Value) -> Bool {
        if isNull || other.isNull {
            return (isNull || storableType != nil) && (other.isNull || other.storableType != nil)
        }
        return storableType != nil && storableType == other.storableType
    }
}
