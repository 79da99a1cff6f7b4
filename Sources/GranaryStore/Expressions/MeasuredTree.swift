/// An expression whose tree is low enough for a thread's stack, as every builder of expressions makes it.
///
/// Freeing, comparing, encoding and walking a tree recurse to its height. So a tree that would get higher than
/// ``ExpressionTree/highest`` is not made: a chain of `and` or of `or` is arranged anew, and a tree that is still too
/// high becomes a constant that is refused when it is used (``isTooHigh``).
package struct MeasuredTree: Sendable {
    /// A chain that was made by adding one part after the other on one side, which keeps it balanced.
    private struct Chain {
        let operation: ChainOperator
        let appends: Bool
        var count: Int
        /// The height of the highest part.
        var part: Int

        var height: Int {
            count <= 2 ? part + count - 1 : part + 2 * (Int.bitWidth - count.leadingZeroBitCount) + 1
        }
    }

    /// The expression.
    package private(set) var tree: ExpressionTree
    /// Whether the expression was nested too deeply, and has become a constant.
    package private(set) var isTooHigh = false
    /// The height of the tree, or more.
    private var height: Int
    private var chain: Chain?

    /// Takes a tree that was made by hand, of any height.
    package init(_ tree: ExpressionTree) {
        self.tree = tree
        height = 0
        measure()
    }

    /// An expression without operands, or with constants and attributes alone.
    package static func leaf(_ tree: ExpressionTree) -> MeasuredTree { MeasuredTree(tree, height: 2) }

    /// An expression over some operands.
    package init(_ tree: ExpressionTree, over operands: MeasuredTree...) {
        self.init(tree, height: 1 + (operands.map(\.height).max() ?? 0))
        if operands.contains(where: \.isTooHigh) { giveUp() } else { lower() }
    }

    private init(_ tree: ExpressionTree, height: Int) {
        self.tree = tree
        self.height = height
    }

    /// Both hold.
    package static func both(_ left: MeasuredTree, _ right: MeasuredTree) -> MeasuredTree {
        joined(.and, left, right)
    }

    /// At least one holds.
    package static func either(_ left: MeasuredTree, _ right: MeasuredTree) -> MeasuredTree {
        joined(.or, left, right)
    }

    /// The same expression seen from elsewhere, of the same height.
    package func replaced(by tree: ExpressionTree) -> MeasuredTree {
        var copy = self
        if !isTooHigh { copy.tree = tree }
        return copy
    }

    private static func joined(
        _ operation: ChainOperator, _ left: MeasuredTree, _ right: MeasuredTree
    ) -> MeasuredTree {
        var joined = MeasuredTree(
            operation.joining(left.tree, right.tree), height: 1 + max(left.height, right.height))
        if left.isTooHigh || right.isTooHigh {
            joined.giveUp()
            return joined
        }
        joined.chain = chain(operation, left, right)
        if let chain = joined.chain { joined.height = chain.height }
        joined.lower()
        return joined
    }

    /// The balanced chain that joining makes; `nil` where it may make another.
    private static func chain(
        _ operation: ChainOperator, _ left: MeasuredTree, _ right: MeasuredTree
    ) -> Chain? {
        let (leftJoins, rightJoins) = (operation.joins(left.tree), operation.joins(right.tree))
        if leftJoins && rightJoins { return nil }
        let (longer, added) = rightJoins ? (right, left) : (left, right)
        var chain =
            leftJoins || rightJoins
            ? longer.chain : Chain(operation: operation, appends: !rightJoins, count: 1, part: longer.height)
        // Two parts are in order from either side.
        guard let known = chain, known.operation == operation, known.count <= 2 || known.appends != rightJoins
        else { return nil }
        chain = Chain(
            operation: operation, appends: !rightJoins, count: known.count + 1,
            part: max(known.part, added.height))
        return chain
    }

    // MARK: Heights

    /// Arranges the tree anew if it may be too high.
    private mutating func lower() { if height > ExpressionTree.highest { measure() } }

    private mutating func measure() {
        height = tree.height
        KeptTrees.keep(tree, height: height)
        if let chain { self.chain?.part = min(chain.part, height) }
        if height <= ExpressionTree.highest / 2 { return }
        // Well below the limit, so that it is not measured at every step.
        guard let arranged = tree.arranged() else { return giveUp() }
        (tree, chain) = (arranged, nil)
        height = arranged.height
        if height > ExpressionTree.highest { giveUp() }
    }

    private mutating func giveUp() {
        (tree, height, chain, isTooHigh) = (.literal(.null), 1, nil, true)
    }
}

extension ExpressionTree {
    /// How deeply operators may be nested; chains of `and` and of `or` count once.
    package static var deepest: Int { 200 }

    /// The largest height of a tree that is built or decoded.
    ///
    /// JSON of Foundation holds trees of this height.
    package static var highest: Int { 240 }

    /// The error of an expression that is nested too deeply.
    package static func tooDeep(_ entity: String? = nil) -> GranaryError {
        var error = GranaryError(
            .query,
            "The expression is nested more than \(deepest) levels deep; split the query, or compute a part of it before."
        )
        error.context.entity = entity
        return error
    }

    /// Throws if the tree was made by hand and is too high to be walked.
    ///
    /// - Throws: ``GranaryError/Code/query``.
    package func requireHeight(for entity: String? = nil) throws {
        if isTooHigh { throw Self.tooDeep(entity) }
    }

    /// The number of expressions on the longest way down, this one included.
    ///
    /// It does not recurse. Complexity: O(expressions).
    package var height: Int {
        if parts.isEmpty { return 1 }
        var (height, waiting) = (0, [(self, 1)])
        while let (next, level) = waiting.popLast() {
            height = max(height, level)
            for part in next.parts { waiting.append((part, level + 1)) }
        }
        return height
    }

    /// The expressions directly inside this one, including those about the objects of a relationship.
    private var parts: [ExpressionTree] {
        switch self {
        case .literal, .attribute, .isEmpty, .refers, .holdsKey, .countOf(_, _, nil): []
        case .aggregate(let column): column.operand.map { [$0] } ?? []
        case .compare(_, let left, let right), .and(let left, let right), .or(let left, let right),
            .text(_, let left, let right, _), .arithmetic(_, let left, let right):
            [left, right]
        case .not(let inner), .isIn(let inner, _), .matches(let inner, _, _), .datePart(_, let inner),
            .quantified(_, _, _, let inner), .countOf(_, _, let inner?):
            [inner]
        }
    }

    /// The same expression with every chain balanced; `nil` if it is nested too deeply.
    ///
    /// It recurses to the allowed depth at most.
    fileprivate func arranged(at level: Int = 0) -> ExpressionTree? {
        guard level <= Self.deepest else { return nil }
        func inner(_ tree: ExpressionTree) -> ExpressionTree? { tree.arranged(at: level + 1) }
        func pair(
            _ left: ExpressionTree, _ right: ExpressionTree,
            _ make: (ExpressionTree, ExpressionTree) -> ExpressionTree
        ) -> ExpressionTree? {
            guard let left = inner(left), let right = inner(right) else { return nil }
            return make(left, right)
        }
        func chain(_ parts: [ExpressionTree], _ operation: ChainOperator) -> ExpressionTree? {
            var joined: ExpressionTree?
            for part in parts {
                guard let part = inner(part) else { return nil }
                joined = joined.map { operation.joining($0, part) } ?? part
            }
            return joined
        }
        switch self {
        case .literal, .attribute, .isEmpty, .refers, .holdsKey, .countOf(_, _, nil), .aggregate: return self
        case .and: return chain(conjuncts, .and)
        case .or: return chain(disjuncts, .or)
        case .compare(let comparison, let left, let right):
            return pair(left, right) { .compare(comparison, $0, $1) }
        case .text(let comparison, let left, let right, let options):
            return pair(left, right) { .text(comparison, $0, $1, options) }
        case .arithmetic(let operation, let left, let right):
            return pair(left, right) { .arithmetic(operation, $0, $1) }
        case .not(let tree): return inner(tree).map { .not($0) }
        case .isIn(let tree, let values): return inner(tree).map { .isIn($0, values) }
        case .matches(let tree, let pattern, let options):
            return inner(tree).map { .matches($0, pattern, options) }
        case .datePart(let part, let tree): return inner(tree).map { .datePart(part, $0) }
        case .quantified(let quantifier, let path, let relationship, let tree):
            return inner(tree).map { .quantified(quantifier, path: path, relationship: relationship, $0) }
        case .countOf(let path, let relationship, let tree?):
            return inner(tree).map { .countOf(path: path, relationship: relationship, $0) }
        }
    }
}
