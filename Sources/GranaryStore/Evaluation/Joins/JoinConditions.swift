/// The conditions of a join by who decides them, over rows of pairs.
///
/// A condition that can fail on a row, unless it is the first on pairs and an equality, and all after it, are evaluated on
/// pairs in their order, so that a join fails exactly where comparing each object with each would.
package struct JoinConditions {
    /// Two values by whose equality pairs are found.
    package struct Key {
        /// The value of the first side.
        package var first: ExpressionTree
        /// The value of the second side.
        package var second: ExpressionTree
        /// Whether two values that are `nil` are equal.
        package var joinsNil: Bool
        /// Whether evaluating a value can fail; then it is the only key.
        package var canFail = false

        /// Whether the values of one side choose rows of the other in its store.
        package var isPassed: Bool { !joinsNil && !canFail }

        /// The value of a side.
        package func value(of side: JoinLayout.Side) -> ExpressionTree { side == .first ? first : second }
    }

    /// Conditions on objects of the first side alone, which decide whether they take part.
    package private(set) var first: [ExpressionTree] = []
    /// Conditions on objects of the second side alone, which decide whether they take part.
    package private(set) var second: [ExpressionTree] = []
    /// The values by whose equality pairs are found; without any, each object meets each.
    package private(set) var keys: [Key] = []
    /// The conditions that decide whether two objects are a pair.
    package private(set) var matches: [ExpressionTree] = []
    /// The conditions on pairs, and on objects of the first side without a partner.
    package private(set) var rest: [ExpressionTree] = []

    /// Sorts the conditions by which objects are joined, and those on the result; `keepsUnpaired` says whether objects of
    /// the first side stay without a partner.
    ///
    /// - Throws: ``GranaryError/Code/query`` for mistakes in the conditions.
    package init(
        joining condition: ExpressionTree?, where predicate: ExpressionTree?, keepsUnpaired: Bool,
        _ layout: JoinLayout, _ binder: ExpressionBinder
    ) throws {
        var canFail = false
        for tree in condition?.conjuncts ?? [] {
            // As it is written first, so that an error names it as the program wrote it.
            let mayKey = !canFail
            canFail = try binder.bindCondition(tree).canFail || canFail
            let sides = layout.sides(of: tree)
            if !canFail, sides == [.second] {
                second.append(tree)
            } else if !canFail, !keepsUnpaired, sides == [.first] {
                first.append(tree)
            } else if mayKey, let key = try key(tree, canFail, joinsNil: false, layout, binder) {
                keys.append(key)
            } else {
                matches.append(tree.withoutNil(layout))
            }
        }
        for tree in predicate?.conjuncts ?? [] {
            let mayKey = !canFail
            canFail = try binder.bindCondition(tree).canFail || canFail
            let sides = layout.sides(of: tree)
            if !canFail, sides == [.first] {
                first.append(tree)
            } else if keepsUnpaired {
                rest.append(tree)
            } else if !canFail, sides == [.second] {
                second.append(tree)
            } else if mayKey, let key = try key(tree, canFail, joinsNil: true, layout, binder) {
                keys.append(key)
            } else {
                matches.append(tree)
            }
        }
    }

    /// The conditions on objects of a side alone.
    package func own(_ side: JoinLayout.Side) -> [ExpressionTree] { side == .first ? first : second }

    /// The values that a condition compares, if it finds pairs by their equality.
    ///
    /// Those that can fail are evaluated on every object that takes part. So would comparing each with each, if no condition
    /// on pairs comes before.
    private func key(
        _ tree: ExpressionTree, _ canFail: Bool, joinsNil: Bool, _ layout: JoinLayout,
        _ binder: ExpressionBinder
    ) throws -> Key? {
        guard case .compare(.equal, let left, let right) = tree,
            !canFail || keys.isEmpty && matches.isEmpty
        else { return nil }
        // Numbers of different kinds are equal without being the same stored value.
        guard try binder.bind(left).kind == binder.bind(right).kind else { return nil }
        return switch (layout.sides(of: left), layout.sides(of: right)) {
        case ([.first], [.second]): Key(first: left, second: right, joinsNil: joinsNil, canFail: canFail)
        case ([.second], [.first]): Key(first: right, second: left, joinsNil: joinsNil, canFail: canFail)
        default: nil
        }
    }
}

extension ExpressionTree {
    /// The same condition, where a comparison of both sides with each other does not hold for `nil`.
    fileprivate func withoutNil(_ layout: JoinLayout) -> ExpressionTree {
        let inner = mapped(members: { $0 }, operands: { $0.withoutNil(layout) })
        // An ordered comparison does not hold for nil anyway.
        guard case .compare(let comparison, let left, let right) = self,
            comparison == .equal || comparison == .notEqual
        else { return inner }
        let sides = (layout.sides(of: left), layout.sides(of: right))
        guard !sides.0.isEmpty, !sides.1.isEmpty, sides.0.union(sides.1).count == 2 else { return inner }
        func exists(_ value: ExpressionTree) -> ExpressionTree {
            .compare(.notEqual, value, .literal(.null))
        }
        return .both(.both(exists(left), exists(right)), inner)
    }
}
