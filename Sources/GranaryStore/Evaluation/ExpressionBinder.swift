/// Binds expressions to an entity: finds columns and relationships by name, and every mistake in the
/// expression.
package struct ExpressionBinder: Sendable {
    /// The entity whose rows the expressions are about.
    package let entity: Entity
    /// Finds the entity at the end of a relationship by its name; `nil` for one that cannot be reached.
    private let lookup: @Sendable (String) -> Entity?
    private let depth: Int
    /// In a condition on members or in another query: the binders of the objects around it, the innermost last.
    private var outer: [ExpressionBinder] = []
    /// The columns of groups with their positions and kinds, for expressions about groups; `nil` for those about rows.
    private var columns: [AggregateRequest.Column: (position: Int, kind: ExpressionKind)]?
    /// Whether the expressions are about an element of a list in a structured value, and not about a row.
    private(set) var isOfElement = false

    /// Makes a binder for the rows of an entity.
    package init(_ entity: Entity, lookup: @escaping @Sendable (String) -> Entity?) {
        self.init(entity, lookup: lookup, depth: 0)
    }

    private init(_ entity: Entity, lookup: @escaping @Sendable (String) -> Entity?, depth: Int) {
        self.entity = entity
        self.lookup = lookup
        self.depth = depth
    }

    /// Binds an expression of any kind.
    ///
    /// - Throws: ``GranaryError/Code/query``, naming the entity and the property, for names that do not
    ///   exist, values that do not go together, and constants that no store could hold.
    package func bind(_ tree: ExpressionTree) throws -> BoundExpression {
        guard depth <= ExpressionTree.deepest else { throw ExpressionTree.tooDeep(entity.name) }
        return try inner.bindParts(of: tree)
    }

    /// Binds a condition.
    ///
    /// - Throws: as ``bind(_:)``, and when the expression is not a condition.
    package func bindCondition(_ tree: ExpressionTree) throws -> BoundExpression {
        let bound = try bind(tree)
        guard bound.kind.isNullOr(.bool) else {
            throw problem("\(describe(tree)) is \(bound.kind.name) where a condition is needed.", about: tree)
        }
        return bound
    }

    private func bindParts(of tree: ExpressionTree) throws -> BoundExpression {
        if columns != nil { try requireGroups(tree) }
        if isOfElement { try requireElement(tree) }
        return switch tree {
        case .literal(let value): try bindLiteral(value)
        case .attribute(let path, let name): try bindAttribute(name, at: path)
        case .isEmpty(let path): try bindIsEmpty(path)
        case .refers(let path, let key): try bindRefers(path, key)
        case .holdsKey(let path, let keys): try bindHoldsKey(path, keys)
        case .compare(let comparison, let left, let right): try bindComparison(comparison, left, right)
        case .and: try bindChain(tree.conjuncts, ConjunctionNode.init)
        case .or: try bindChain(tree.disjuncts, DisjunctionNode.init)
        case .not(let inner): try condition([bindCondition(inner)]) { NegationNode($0[0]) }
        case .isIn(let inner, let values): try bindMembership(inner, values)
        case .text(let comparison, let left, let right, let options):
            try bindText(comparison, left, right, options)
        case .matches(let inner, let pattern, let options): try bindPattern(inner, pattern, options)
        case .arithmetic(let operation, let left, let right): try bindArithmetic(operation, left, right)
        case .datePart(let part, let inner): try bindDatePart(part, inner)
        case .function(let function, let operands): try bindFunction(function, operands)
        case .quantified(let quantifier, let path, let name, let inner):
            try bindQuantified(quantifier, path, name, inner)
        case .countOf(let path, let name, let inner): try bindCount(path, name, inner)
        case .ofMembers(let function, let path, let name, let operands):
            try bindMembers(function, path, name, operands)
        case .outer(let model, let inner): try bindOuter(model, inner)
        case .subquery(let query, let operand): try bindSubquery(query, operand)
        case .aggregate(let column): try bindAggregate(column)
        }
    }
}

extension ExpressionBinder {
    /// The same binder one level deeper.
    private var inner: ExpressionBinder {
        var binder = ExpressionBinder(entity, lookup: lookup, depth: depth + 1)
        binder.columns = columns
        binder.outer = outer
        binder.isOfElement = isOfElement
        return binder
    }

    /// A binder for conditions on the elements of a list in a structured value.
    var ofElements: ExpressionBinder {
        var binder = ExpressionBinder(entity, lookup: lookup, depth: depth)
        binder.isOfElement = true
        return binder
    }

    /// A binder for expressions about groups of the entity's rows, whose columns are these, with their kinds in the same order.
    package func ofGroups(_ columns: [AggregateRequest.Column], kinds: [ExpressionKind]) -> ExpressionBinder {
        var binder = self
        let known = zip(columns, kinds).enumerated().map { ($1.0, (position: $0, kind: $1.1)) }
        binder.columns = Dictionary(known) { first, _ in first }
        return binder
    }

    private func bindAggregate(_ column: AggregateRequest.Column) throws -> BoundExpression {
        guard let columns else {
            throw problem(
                "\(describe(.aggregate(column))) belongs to a group; conditions and orders of objects name attributes."
            )
        }
        if case .calculated(let tree) = column { return try bind(tree) }
        guard let (position, kind) = columns[column] else {
            throw problem("\(describe(.aggregate(column))) is not computed for the groups.")
        }
        return expression(of: kind, range: column.range, []) { _ in ColumnNode(position) }
    }

    /// Refuses what belongs to a row in an expression about a group.
    private func requireGroups(_ tree: ExpressionTree) throws {
        switch tree {
        case .attribute, .isEmpty, .refers, .holdsKey, .quantified, .countOf, .ofMembers:
            throw problem(
                "\(describe(tree)) belongs to an object; conditions and calculations of groups name aggregates.",
                about: tree)
        default: break
        }
    }

    /// Refuses what belongs to a row in a condition on an element of a list.
    private func requireElement(_ tree: ExpressionTree) throws {
        switch tree {
        case .attribute, .isEmpty, .refers, .holdsKey, .quantified, .countOf, .ofMembers, .outer, .aggregate:
            throw problem(
                "\(describe(tree)) belongs to an object; a condition on the elements of a list names parts of an element.",
                about: tree)
        default: break
        }
    }

    /// Whether the expressions are about groups of rows.
    var isOfGroups: Bool { columns != nil }

    /// The entity with a name; `nil` for one that cannot be reached.
    func entity(named name: String) -> Entity? { lookup(name) }

    /// A binder for other objects.
    private func binder(for entity: Entity) -> ExpressionBinder {
        ExpressionBinder(entity, lookup: lookup, depth: depth)
    }

    /// A binder for conditions on the members of a relationship of the entity.
    package func binder(forMembers entity: Entity) -> ExpressionBinder {
        var binder = binder(for: entity)
        binder.outer = outer + [self]
        return binder
    }

    /// A binder for the objects of another query, whose expressions may name the row; those in one about a group, or about an
    /// element, cannot.
    package func binder(forQueryOf entity: Entity) -> ExpressionBinder {
        isOfGroups || isOfElement ? binder(for: entity) : binder(forMembers: entity)
    }

    /// The binder of the expressions in one that are seen from other objects: from members, or from an object around; `nil` if
    /// there are no such objects.
    package func binder(ofMembersIn tree: ExpressionTree) -> ExpressionBinder? {
        if case .outer(let model, _) = tree { return outer(model)?.binder }
        return tree.ownPaths.first.flatMap { entity.entity(at: $0) }.map { binder(forMembers: $0) }
    }

    /// The binder of the nearest object of a model around a condition on members, and how many conditions lie between.
    func outer(_ model: String) -> (binder: ExpressionBinder, level: Int)? {
        guard let position = outer.lastIndex(where: { $0.entity.name == model }) else { return nil }
        // As deep as here, so that nesting keeps its limit.
        var binder = ExpressionBinder(outer[position].entity, lookup: lookup, depth: depth)
        binder.outer = outer[position].outer
        return (binder, outer.count - position)
    }

    /// Checks that the destination of a relationship is in this store.
    func requireDestination(of relationship: Relationship) throws {
        if lookup(relationship.destination.name) != nil { return }
        throw GranaryError(
            .query,
            "The relationship \(relationship.label) leads to \(relationship.destination.name), which is not in this store.",
            context: .init(entity: relationship.owner.name, properties: [relationship.name]))
    }

    private func bindChain(
        _ trees: [ExpressionTree], _ make: ([any EvaluationNode]) -> any EvaluationNode
    ) throws -> BoundExpression {
        try condition(trees.map(bindCondition), make)
    }

    /// A condition made of parts.
    func condition(
        _ parts: [BoundExpression], _ make: ([any EvaluationNode]) throws -> any EvaluationNode
    ) rethrows -> BoundExpression {
        try expression(of: .value(.bool), parts, make)
    }

    /// An expression made of parts.
    func expression(
        of kind: ExpressionKind, canFail: Bool = false, usesRelationships: Bool = false,
        range: ClosedRange<Int64>? = nil, outerLevels: Int? = nil, _ parts: [BoundExpression],
        _ make: ([any EvaluationNode]) throws -> any EvaluationNode
    ) rethrows -> BoundExpression {
        BoundExpression(
            kind: kind, canFail: canFail || parts.contains(where: \.canFail),
            usesRelationships: usesRelationships || parts.contains(where: \.usesRelationships),
            range: kind == .value(.integer) ? range : nil,
            outerLevels: outerLevels ?? parts.map(\.outerLevels).max() ?? 0,
            node: try make(parts.map(\.node)))
    }
}
