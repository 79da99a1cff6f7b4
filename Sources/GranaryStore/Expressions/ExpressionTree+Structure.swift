extension ExpressionTree {
    /// The conjunction of conditions; `nil` for none.
    package static func all(_ conditions: [ExpressionTree]) -> ExpressionTree? {
        guard let first = conditions.first else { return nil }
        return conditions.dropFirst().reduce(first) { .both($0, $1) }
    }

    /// The expressions directly inside this one that are seen from the same object; those of a whole chain of
    /// `and`, or of `or`.
    package var operands: [ExpressionTree] {
        switch self {
        case .literal, .attribute, .isEmpty, .refers, .holdsKey, .quantified, .countOf, .ofMembers, .outer,
            .aggregate:
            []
        case .and: conjuncts
        case .or: disjuncts
        case .compare(_, let left, let right), .text(_, let left, let right, _),
            .arithmetic(_, let left, let right):
            [left, right]
        case .not(let inner), .isIn(let inner, _), .matches(let inner, _, _), .datePart(_, let inner): [inner]
        case .function(_, let operands): operands
        case .subquery(_, let operand): operand.map { [$0] } ?? []
        }
    }

    /// The paths of relationships that the expression itself follows, without those of its operands; a relationship to
    /// many ends a path.
    package var ownPaths: [[String]] {
        switch self {
        case .attribute(let path, _), .isEmpty(let path), .refers(let path, _): [path]
        // The last step is not followed: the row itself holds the key.
        case .holdsKey(let path, _): [path.dropLast()]
        case .quantified(_, let path, let relationship, _), .countOf(let path, let relationship, _),
            .ofMembers(_, let path, let relationship, _):
            [path + [relationship]]
        default: []
        }
    }

    /// Calls a closure with every path that the expression follows, and the entity it starts from.
    ///
    /// With a schema, those in other queries count too, which are still to be answered; otherwise only what such queries say of
    /// objects around them once they have been.
    package func forEachPath(
        from entity: Entity, in schema: Schema? = nil, _ body: ([String], Entity) throws -> Void
    ) rethrows { try forEachPath(from: entity, inside: [], schema, body) }

    /// The same in conditions on the members of some entities, the innermost last.
    private func forEachPath(
        from entity: Entity, inside outer: [Entity], _ schema: Schema?,
        _ body: ([String], Entity) throws -> Void
    ) rethrows {
        if case .outer(let model, let tree) = self {
            // Binding reports a model that is not around the condition.
            guard let level = outer.lastIndex(where: { $0.name == model }) else { return }
            return try tree.forEachPath(from: outer[level], inside: Array(outer[..<level]), schema, body)
        }
        for path in ownPaths { try body(path, entity) }
        for operand in operands { try operand.forEachPath(from: entity, inside: outer, schema, body) }
        if case .aggregate(let column) = self {
            try column.operand?.forEachPath(from: entity, inside: outer, schema, body)
        }
        if case .subquery(let query, _) = self {
            guard let rows = query.kept?.entity ?? schema?.entity(query.model) else { return }
            for part in query.parts {
                try part.forEachPath(from: rows, inside: outer + [entity], schema, body)
            }
        }
        let inner = seenFromMembers
        guard !inner.isEmpty, let path = ownPaths.first, let destination = entity.entity(at: path)
        else { return }
        for tree in inner {
            try tree.forEachPath(from: destination, inside: outer + [entity], schema, body)
        }
    }

    /// The expressions directly inside this one that are seen from the objects of a relationship to many.
    private var seenFromMembers: [ExpressionTree] {
        switch self {
        case .quantified(_, _, _, let condition), .countOf(_, _, let condition?): [condition]
        case .ofMembers(_, _, _, let operands): operands
        default: []
        }
    }
}

extension Entity {
    /// The entity at the end of a path of relationships; `nil` when a name is unknown.
    package func entity(at path: [String]) -> Entity? {
        var current = self
        for name in path {
            guard let relationship = current.relationship(name) else { return nil }
            current = relationship.destination
        }
        return current
    }

    /// The relationship that a step of a checked path follows.
    ///
    /// - Throws: ``GranaryError/Code/query`` if there is none, which the check of the request has missed.
    package func followed(_ step: String) throws -> Relationship {
        if let relationship = relationship(step) { return relationship }
        throw GranaryError(
            .query, "A path follows “\(step)”, which is no relationship of \(name). Correct the query.",
            context: .init(entity: name, properties: [step]))
    }
}
