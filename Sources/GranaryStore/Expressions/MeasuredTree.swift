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
        self.init(tree, over: operands)
    }

    /// An expression over some operands.
    package init(_ tree: ExpressionTree, over operands: [MeasuredTree]) {
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

    /// The same expression with every chain balanced; `nil` if it is nested too deeply.
    fileprivate func arranged() -> ExpressionTree? { try? arranged(at: 0) }

    /// Recurses to the allowed depth at most.
    private func arranged(at level: Int) throws -> ExpressionTree {
        guard level <= Self.deepest else { throw TooDeep() }
        func inner(_ tree: ExpressionTree) throws -> ExpressionTree {
            try tree.arranged(at: level + 1)
        }
        func chain(_ parts: [ExpressionTree], _ operation: ChainOperator) throws -> ExpressionTree {
            var joined: ExpressionTree?
            for part in parts {
                let part = try inner(part)
                joined = joined.map { operation.joining($0, part) } ?? part
            }
            return joined ?? self
        }
        switch self {
        case .and: return try chain(conjuncts, .and)
        case .or: return try chain(disjuncts, .or)
        default: return try mapped(members: inner, operands: inner)
        }
    }

    private struct TooDeep: Error {}
}
