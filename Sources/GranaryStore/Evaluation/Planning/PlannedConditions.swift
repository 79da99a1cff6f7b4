/// The conditions of a request, for a store that plans itself: those that an order of rows may answer, and the others
/// bound to be checked on each row.
///
/// A condition that is a test of an order, and whose constants fit its columns, has no mistake left to find. It is
/// bound only if the plan has to check it after all: binding a position of several columns takes longer than planning
/// it.
package struct PlannedConditions {
    /// The tests that orders of rows may answer.
    package private(set) var tests: [IndexableTest.Placed] = []
    private let trees: [ExpressionTree]
    private var bound: [BoundExpression?] = []
    private let binder: ExpressionBinder

    /// Takes the parts of a predicate.
    ///
    /// - Throws: ``GranaryError/Code/query`` for every mistake in them.
    package init(_ predicate: ExpressionTree?, _ binder: ExpressionBinder) throws {
        self.binder = binder
        trees = predicate?.conjuncts ?? []
        var mayTest = true
        for (position, tree) in trees.enumerated() {
            let test =
                IndexableTest(tree, in: binder.entity) ?? IndexableTest(folded: tree, in: binder.entity)
            let isChecked = test.map { Self.leavesNoMistake($0, for: tree) } ?? false
            let condition = isChecked ? nil : try binder.bindCondition(tree)
            bound.append(condition)
            // An index that skipped rows by a later condition would replace their error by an answer
            // (Docs/Decisions/expressions-and-their-evaluation.md).
            if condition?.canFail ?? false { mayTest = false }
            if mayTest, let test { tests.append((position, test)) }
        }
    }

    /// The number of conditions.
    package var count: Int { trees.count }

    /// The conditions that are left to check on each row, with their positions, from left to right.
    ///
    /// `satisfied` has the positions of those that every row satisfies by the way it was found. Throws as making the
    /// conditions does.
    package func remaining(
        _ satisfied: Set<Int> = []
    ) throws -> [(position: Int, condition: BoundExpression)] {
        if satisfied.count == trees.count { return [] }
        return try trees.indices.filter { !satisfied.contains($0) }.map {
            ($0, try bound[$0] ?? binder.bindCondition(trees[$0]))
        }
    }

    /// Whether a condition with this test is right: its form allows mistakes only in the constants, which the test has
    /// compared with the types of the columns.
    private static func leavesNoMistake(_ test: IndexableTest, for tree: ExpressionTree) -> Bool {
        switch tree {
        case .compare, .or, .isIn: break
        default: return false
        }
        return switch test {
        case .points(_, let keys): keys.allSatisfy { $0.allSatisfy(\.isStorable) }
        case .lower(_, let value, _), .upper(_, let value, _): value.isStorable
        case .beyond(_, let values, _): values.allSatisfy(\.isStorable)
        case .prefix: false
        }
    }
}
