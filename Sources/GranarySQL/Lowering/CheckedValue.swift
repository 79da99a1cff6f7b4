internal import GranaryStore

/// An expression in SQL whose calculations may leave their range: the engine reports nothing, a test does.
struct CheckedValue {
    /// The value, which means nothing where one of the tests holds.
    let value: LoweredValue
    /// Tests of the calculations in it: one of them holds at least wherever evaluating the expression fails.
    let mayFail: [SQLText]
    /// Whether the engine computes the value where a test holds too, so that the order of value and tests is free.
    var isAlwaysComputed = false

    /// The value as one of its type, null where one of the tests holds.
    func guarded(_ dialect: any SQLDialect) -> LoweredValue {
        if mayFail.isEmpty { return value }
        let sql: SQLText = "(CASE WHEN \(anyFails) THEN NULL ELSE \(value.sql) END)"
        return LoweredValue(
            sql: dialect.settled(sql, as: value.type), type: value.type, isOptional: value.isOptional)
    }

    /// The condition that one of the tests holds.
    var anyFails: SQLText { .chain(mayFail[...], by: "OR") }
}

extension ExpressionLowering {
    /// The SQL of an expression's value with tests whether it can be computed on a row; `nil` if the engine cannot
    /// determine that.
    func checkedValue(_ tree: ExpressionTree, in scope: QueryScope) -> CheckedValue? {
        // What can fail has no value, so only what has none is bound again to find out why.
        if let value = value(tree, in: scope) {
            return CheckedValue(value: value, mayFail: [], isAlwaysComputed: true)
        }
        guard bound(tree, in: scope)?.canFail == true else { return nil }
        // Each test writes the operands again, so long calculations grow by the square of their length.
        guard let found = inner?.calculation(tree, in: scope), found.length <= Self.longestChecked else {
            return nil
        }
        return inner?.interval(of: tree, found, in: scope) ?? found
    }

    /// A calculation with one integer and constants, tested by where the integer lies.
    private func interval(
        of tree: ExpressionTree, _ found: CheckedValue, in scope: QueryScope
    ) -> CheckedValue? {
        guard found.value.type == .integer, let linear = LinearCalculation(tree),
            let base = value(linear.base, in: scope), base.type == .integer
        else { return nil }
        let (low, high) = (Value.integer(linear.safe.lowerBound), Value.integer(linear.safe.upperBound))
        let isBeyond: SQLText = "\(base.sql) NOT BETWEEN \(bind: low) AND \(bind: high)"
        return CheckedValue(value: found.value, mayFail: ["(\(isBeyond))"], isAlwaysComputed: true)
    }

    private static var longestChecked: Int { 10_000 }

    private func calculation(_ tree: ExpressionTree, in scope: QueryScope) -> CheckedValue? {
        switch tree {
        case .arithmetic(let operation, let left, let right):
            guard let left = checkedValue(left, in: scope), let right = checkedValue(right, in: scope) else {
                return nil
            }
            return calculation(operation, left, right)
        case .function(.number(let function), let operands):
            var numbers: [CheckedValue] = []
            for operand in operands {
                guard let number = checkedValue(operand, in: scope) else { return nil }
                numbers.append(number)
            }
            switch function {
            case .negated, .absolute: return numbers.first.flatMap { opposite($0, of: function) }
            case .rounded, .smaller, .larger, .real: return self.function(function, of: numbers)
            // They can fail themselves, or are no functions of an engine.
            case .decimal, .integer, .squareRoot, .elementary: return nil
            }
        case .function(.structure(.part(let path, let form)), let operands):
            return operands.first.flatMap { part(path, form, of: $0, in: scope) }
        default: return nil
        }
    }

    /// A part of a structured attribute.
    private func part(
        _ path: [String], _ form: ExpressionTree.StructuredForm, of tree: ExpressionTree,
        in scope: QueryScope
    ) -> CheckedValue? {
        guard !path.isEmpty, path.allSatisfy(\.isPlainName), let whole = value(tree, in: scope),
            whole.type == .json, whole.isSimple,
            let (result, mayFail) = dialect.checkedPart(path, form, of: whole.sql)
        else { return nil }
        let value = LoweredValue(
            sql: dialect.result(result, as: form.type), type: form.type, isOptional: true)
        return CheckedValue(value: value, mayFail: [mayFail])
    }

    /// The number with the other sign, or its distance from zero.
    private func opposite(
        _ number: CheckedValue, of function: ExpressionTree.NumberFunction
    ) -> CheckedValue? {
        guard number.value.type == .integer else { return self.function(function, of: [number]) }
        let zero = LoweredValue(sql: "\(bind: .integer(0))", type: .integer, isOptional: false)
        guard let negated = calculation(.subtract, CheckedValue(value: zero, mayFail: []), number) else {
            return nil
        }
        if function == .negated { return negated }
        let (own, other) = (number.value, negated.value)
        let sql: SQLText = "(CASE WHEN \(own.sql) < 0 THEN \(other.sql) ELSE \(own.sql) END)"
        let value = LoweredValue(sql: sql, type: .integer, isOptional: own.isOptional)
        return CheckedValue(value: value, mayFail: negated.mayFail)
    }

    /// A function that does not fail, of numbers that may.
    private func function(
        _ function: ExpressionTree.NumberFunction, of numbers: [CheckedValue]
    ) -> CheckedValue? {
        let values = numbers.map { $0.guarded(dialect) }
        // Numbers of two kinds are compared in the kind of one of them.
        let types = Set(values.map(\.type))
        guard let type = function == .real ? .real : types.first, types.count == 1,
            let value = self.function(.number(function), of: values, as: type)
        else { return nil }
        return CheckedValue(value: value, mayFail: numbers.flatMap(\.mayFail))
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

extension String {
    /// Whether a path into JSON can hold the name as it is, on every engine: a letter, then letters, digits and underscores,
    /// all of ASCII.
    fileprivate var isPlainName: Bool {
        guard let first = utf8.first, Self.begins(first) else { return false }
        return utf8.allSatisfy { Self.begins($0) || (0x30...0x39).contains($0) || $0 == 0x5f }
    }

    private static func begins(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }
}
