package import GranaryStore

/// Translates expressions into SQL with exactly the same meaning, or returns `nil`.
///
/// Conditions are two-valued in Granary and three-valued in SQL. A lowered condition is true exactly where the
/// expression is true, and false *or null* elsewhere, which is all that `WHERE` needs. Negation is therefore never
/// written around a condition that may be null. It is pushed down to the comparisons, which handle `nil`.
package struct ExpressionLowering {
    /// The tables.
    package let layout: SQLLayout
    /// The engine's dialect.
    package let dialect: any SQLDialect
    let aliases = AliasCounter()
    /// The number of operators around the lowered expression.
    private var depth = 0
    /// The largest depth of expressions; deeper ones are left to the core.
    ///
    /// SQLite refuses expressions nested deeper than 1,000 (manual, limits), and a level here can be several there.
    private static let deepest = 100

    /// Makes a lowering for one statement.
    package init(layout: SQLLayout, dialect: any SQLDialect) {
        self.layout = layout
        self.dialect = dialect
    }

    /// Starts a query level over an entity's table.
    package func scope(of entity: Entity) -> QueryScope { QueryScope(entity, layout, aliases) }

    /// Starts the level of an entity's rows that a condition is about, inside that of the object around it.
    func scope(of entity: Entity, inside around: QueryScope) -> QueryScope {
        QueryScope(entity, layout, aliases, inside: around)
    }

    /// A condition or its negation; `nil` if the engine cannot evaluate it exactly.
    package func condition(_ tree: ExpressionTree, in scope: QueryScope, negated: Bool = false) -> SQLText? {
        inner?.parts(of: tree, scope, negated)
    }

    /// The lowering of an operator's operands; `nil` where that is too deep.
    var inner: ExpressionLowering? {
        guard depth < Self.deepest else { return nil }
        var copy = self
        copy.depth += 1
        return copy
    }

    private func parts(of tree: ExpressionTree, _ scope: QueryScope, _ negated: Bool) -> SQLText? {
        switch tree {
        case .and, .or: chain(tree, scope, negated)
        case .not(let inner): condition(inner, in: scope, negated: !negated)
        case .compare(let comparison, let left, let right): compare(comparison, left, right, scope, negated)
        case .isIn(let inner, let values): membership(inner, values, scope, negated)
        case .text(let comparison, let left, .literal(.text(let right)), []):
            text(comparison, left, right, scope, negated)
        case .text(let comparison, let left, let right, []):
            texts(comparison, left, right, scope, negated)
        case .text(let comparison, let left, let right, let options):
            folded(comparison, left, right, options, scope, negated)
        case .matches(let inner, let pattern, []): matches(inner, pattern, scope, negated)
        case .matches(let inner, let pattern, let options):
            foldedMatches(inner, pattern, options, scope, negated)
        case .isEmpty(let path): isEmpty(path, scope, negated)
        case .refers(let path, let key): refers(path, key, scope, negated)
        case .holdsKey(let path, let keys): holdsKey(path, keys, scope, negated)
        case .quantified(let quantifier, let path, let name, let inner):
            quantified(quantifier, path, name, inner, scope, negated)
        case .literal, .attribute: truth(tree, scope, negated)
        case .outer(let model, let inner):
            scope.outer(model).flatMap { condition(inner, in: $0, negated: negated) }
        case .arithmetic, .datePart, .countOf, .subquery, .aggregate: nil
        case .function, .ofMembers: truth(tree, scope, negated)
        }
    }

    private func chain(_ tree: ExpressionTree, _ scope: QueryScope, _ negated: Bool) -> SQLText? {
        let isAnd = if case .and = tree { true } else { false }
        var parts: [SQLText] = []
        for part in isAnd ? tree.conjuncts : tree.disjuncts {
            guard let lowered = condition(part, in: scope, negated: negated) else { return nil }
            parts.append(lowered)
        }
        return .chain(parts[...], by: isAnd != negated ? "AND" : "OR")
    }

    /// A Boolean constant or attribute as a condition; `nil` counts as false.
    private func truth(_ tree: ExpressionTree, _ scope: QueryScope, _ negated: Bool) -> SQLText? {
        switch tree {
        case .literal(.bool(let value)): return dialect.condition(value != negated)
        case .literal(.null): return dialect.condition(negated)
        case .literal: return nil
        default:
            guard let value = value(tree, in: scope), value.type == .bool else { return nil }
            if negated && !value.isOptional { return "\(value.sql) = \(bind: .bool(false))" }
            return compare(.equal, tree, .literal(.bool(true)), scope, negated)
        }
    }
}

extension ExpressionLowering {
    /// Whether evaluating an expression on rows of a level can fail; true for an expression that cannot be bound.
    func canFail(_ tree: ExpressionTree, in scope: QueryScope) -> Bool {
        bound(tree, in: scope)?.canFail ?? true
    }

    /// An expression bound to the rows of a level; `nil` for one with a mistake.
    func bound(_ tree: ExpressionTree, in scope: QueryScope) -> BoundExpression? {
        try? scope.binder.bind(tree)
    }
}
