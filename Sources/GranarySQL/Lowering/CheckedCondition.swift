import GranaryStore

/// A part of a chain of conditions where some can fail, as the engine evaluates it.
///
/// The chain becomes a number: 1 where it holds, 0 where it does not, and 2 where evaluating it fails or may. Its parts
/// are tested in their order within `CASE`, so a part behind one that decides, or that fails, decides nothing. No
/// calculation raises an error of the engine, which would end the snapshot
/// (Docs/Decisions/calculations-in-the-engine.md).
enum CheckedCondition {
    /// A condition that cannot fail: the test by which it decides the chain.
    case safe(decides: SQLText)
    /// A comparison that can fail, the test by which it decides the chain otherwise, and the condition that it does not;
    /// `nil` where the engine must not evaluate that on a row on which the comparison may fail.
    case failing(mayFail: SQLText, decides: SQLText, passes: SQLText?)
    /// A chain in the chain, as a number.
    case nested(SQLText)

    /// The most chains within one.
    private static var mostNested: Int { 32 }

    /// The number of a chain that is decided by the first part with a value, the same for all of them.
    static func outcome(of parts: [CheckedCondition], decidedBy value: Bool) -> SQLText? {
        let decided: SQLText = value ? "1" : "0"
        var rest: SQLText = value ? "0" : "1"
        var (tests, nested) = ([SQLText](), 0)
        // From the last part to the first one: each chain in it is tested before all that follows.
        for part in parts.reversed() {
            switch part {
            case .safe(let decides): tests.append(" WHEN \(decides) THEN \(decided)")
            case .failing(let mayFail, let decides, _):
                tests.append(" WHEN \(mayFail) THEN 2 WHEN \(decides) THEN \(decided)")
            case .nested(let outcome):
                nested += 1
                rest = choice(tests.reversed(), else: rest)
                rest = "(CASE \(outcome) WHEN 2 THEN 2 WHEN \(decided) THEN \(decided) ELSE \(rest) END)"
                tests = []
            }
        }
        return nested > mostNested ? nil : choice(tests.reversed(), else: rest)
    }

    private static func choice(_ tests: [SQLText], else rest: SQLText) -> SQLText {
        tests.isEmpty ? rest : "(CASE\(.list(tests, separator: "")) ELSE \(rest) END)"
    }
}

extension ExpressionLowering {
    /// A part of a chain that is decided by its first part with a value; `nil` if the engine cannot evaluate it, or cannot
    /// determine whether it fails.
    func checkedCondition(
        _ tree: ExpressionTree, in scope: QueryScope, negated: Bool = false, decidingBy value: Bool
    ) -> CheckedCondition? {
        guard let bound = bound(tree, in: scope) else { return nil }
        guard bound.canFail else {
            return condition(tree, in: scope, negated: negated == value).map(CheckedCondition.safe)
        }
        return inner?.failingCondition(tree, in: scope, negated, decidingBy: value)
    }

    private func failingCondition(
        _ tree: ExpressionTree, in scope: QueryScope, _ negated: Bool, decidingBy value: Bool
    ) -> CheckedCondition? {
        switch tree {
        case .and, .or: return chain(tree, in: scope, negated).map(CheckedCondition.nested)
        case .not(let inner):
            return checkedCondition(inner, in: scope, negated: !negated, decidingBy: value)
        case .compare(let comparison, let left, let right):
            guard
                let (mayFail, holds, isAlwaysComputed) = failingComparison(
                    comparison, left, right, in: scope)
            else { return nil }
            let (decides, passes) = negated == value ? (not(holds), holds) : (holds, not(holds))
            return .failing(mayFail: mayFail, decides: decides, passes: isAlwaysComputed ? passes : nil)
        case .isIn(let inner, let values):
            guard let checked = checkedValue(inner, in: scope),
                let holds = membership(checked.guarded(dialect), values, false)
            else { return nil }
            return .failing(
                mayFail: checked.anyFails, decides: negated == value ? not(holds) : holds, passes: nil)
        default: return nil
        }
    }

    /// The condition that another one does not hold, or is null.
    private func not(_ condition: SQLText) -> SQLText { "NOT \(dialect.booleanValue(of: condition))" }

    /// A chain with parts that can fail, or its negation, as a number.
    private func chain(_ tree: ExpressionTree, in scope: QueryScope, _ negated: Bool) -> SQLText? {
        let isAnd = if case .and = tree { true } else { false }
        // A negated `and` is an `or` of the negated parts, which is decided by the first one that holds.
        let value = isAnd == negated
        var parts: [CheckedCondition] = []
        for part in isAnd ? tree.conjuncts : tree.disjuncts {
            guard let part = checkedCondition(part, in: scope, negated: negated, decidingBy: value) else {
                return nil
            }
            parts.append(part)
        }
        let outcome = CheckedCondition.outcome(of: parts, decidedBy: value)
        return outcome.flatMap { $0.length <= Self.longest ? $0 : nil }
    }

    /// A comparison that can fail: the condition that it does or may, the one that it holds otherwise, and whether the
    /// engine computes both on each row, so that their order is free.
    private typealias FailingComparison = (mayFail: SQLText, holds: SQLText, isAlwaysComputed: Bool)

    /// A comparison of two expressions where one can fail, or of one with `nil`.
    private func failingComparison(
        _ comparison: ExpressionTree.Comparison, _ left: ExpressionTree, _ right: ExpressionTree,
        in scope: QueryScope
    ) -> FailingComparison? {
        if let tree = left == .literal(.null) ? right : right == .literal(.null) ? left : nil {
            guard let checked = checkedValue(tree, in: scope),
                let holds = compareWithNull(comparison, checked.value, negated: false)
            else { return nil }
            return (checked.anyFails, holds, checked.isAlwaysComputed)
        }
        if let solved = solvedComparison(comparison, left, right, in: scope) { return solved }
        guard let left = checkedValue(left, in: scope), let right = checkedValue(right, in: scope),
            areComparable(left.value, right.value)
        else { return nil }
        let holds = compare(comparison, left.value, right.value, false)
        let mayFail = SQLText.chain((left.mayFail + right.mayFail)[...], by: "OR")
        return (mayFail, holds, left.isAlwaysComputed && right.isAlwaysComputed)
    }

    /// A comparison of a number with a calculation of one integer and constants, as a comparison of that integer.
    private func solvedComparison(
        _ comparison: ExpressionTree.Comparison, _ left: ExpressionTree, _ right: ExpressionTree,
        in scope: QueryScope
    ) -> FailingComparison? {
        let (tree, sided, number): (ExpressionTree, ExpressionTree.Comparison, Int64)
        switch (left, right) {
        case (_, .literal(.integer(let constant))): (tree, sided, number) = (left, comparison, constant)
        case (.literal(.integer(let constant)), _):
            (tree, sided, number) = (right, comparison.mirrored, constant)
        default: return nil
        }
        guard let linear = LinearCalculation(tree), let (solved, bound) = linear.solved(sided, number),
            let checked = checkedValue(tree, in: scope), checked.isAlwaysComputed,
            let base = value(linear.base, in: scope), base.type == .integer,
            let limit = value(.literal(.integer(bound)), in: scope)
        else { return nil }
        return (checked.anyFails, compare(solved, base, limit, false), true)
    }
}
