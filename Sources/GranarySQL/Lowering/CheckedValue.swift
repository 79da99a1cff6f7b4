internal import GranaryStore

/// An expression in SQL whose calculations may leave their range: the engine reports nothing, a test does.
struct CheckedValue {
    /// The value, which means nothing where one of the tests holds.
    let value: LoweredValue
    /// Tests of the calculations in it: one of them holds at least wherever evaluating the expression fails.
    let mayFail: [SQLText]

    /// The value, null where one of the tests holds.
    var guarded: SQLText {
        mayFail.isEmpty ? value.sql : "(CASE WHEN \(anyFails) THEN NULL ELSE \(value.sql) END)"
    }

    /// The condition that one of the tests holds.
    var anyFails: SQLText { .chain(mayFail[...], by: "OR") }
}

extension ExpressionLowering {
    /// The SQL of an expression's value with tests whether it can be computed on a row; `nil` if the engine cannot tell.
    func checkedValue(_ tree: ExpressionTree, in scope: QueryScope) -> CheckedValue? {
        // What can fail has no value, so only what has none is bound again to find out why.
        if let value = value(tree, in: scope) { return CheckedValue(value: value, mayFail: []) }
        guard canFail(tree, on: scope.entity) else { return nil }
        // Each test writes the operands again, so long calculations grow by the square of their length.
        guard let found = inner?.calculation(tree, in: scope), found.length <= Self.longestChecked else {
            return nil
        }
        return found
    }

    private static var longestChecked: Int { 10_000 }

    private func calculation(_ tree: ExpressionTree, in scope: QueryScope) -> CheckedValue? {
        switch tree {
        case .arithmetic(let operation, let left, let right):
            guard let left = checkedValue(left, in: scope), let right = checkedValue(right, in: scope) else {
                return nil
            }
            return calculation(operation, left, right)
        case .function(.number(.negated), let operands):
            guard operands.count == 1, let number = checkedValue(operands[0], in: scope),
                number.value.type == .integer
            else { return nil }
            let zero = LoweredValue(sql: "\(bind: .integer(0))", type: .integer, isOptional: false)
            return calculation(.subtract, CheckedValue(value: zero, mayFail: []), number)
        default: return nil
        }
    }

    private func calculation(
        _ operation: ExpressionTree.Arithmetic, _ left: CheckedValue, _ right: CheckedValue
    ) -> CheckedValue? {
        let tests = left.mayFail + right.mayFail
        let types: Set<AttributeType> = [left.value.type, right.value.type]
        let isOptional = left.value.isOptional || right.value.isOptional
        func checked(as type: AttributeType) -> CheckedValue? {
            let found = dialect.checkedArithmetic(operation, left.value.sql, right.value.sql, as: type)
            guard let (result, mayFail) = found else { return nil }
            return CheckedValue(
                value: LoweredValue(sql: result, type: type, isOptional: isOptional),
                mayFail: tests + [mayFail])
        }
        if types == [.integer] { return checked(as: .integer) }
        if types.isSubset(of: [.integer, .decimal]) { return checked(as: .decimal) }
        // A quotient of floating-point numbers is written twice.
        guard types.isSubset(of: [.integer, .real]), operation != .divide,
            let sql = dialect.arithmetic(operation, left.value.sql, right.value.sql)
        else { return nil }
        return CheckedValue(value: LoweredValue(sql: sql, type: .real, isOptional: true), mayFail: tests)
    }
}

extension CheckedValue {
    fileprivate var length: Int { mayFail.reduce(value.sql.length) { $0 + $1.length } }
}
