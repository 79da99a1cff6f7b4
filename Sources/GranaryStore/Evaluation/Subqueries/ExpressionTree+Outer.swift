extension ExpressionTree {
    /// Finds an entity by the name of its model; `nil` for one that does not exist.
    package typealias EntityLookup = (String) -> Entity?

    /// Whether the expression names an object around it: one that no condition on members in it, and no other query in it,
    /// is about.
    package func looksOut(from entity: Entity, _ lookup: EntityLookup) -> Bool {
        namesOuter && looksOut(inside: [entity], lookup)
    }

    /// The same inside conditions on the objects of some entities, the innermost last.
    private func looksOut(inside levels: [Entity], _ lookup: EntityLookup) -> Bool {
        guard let entity = levels.last, namesOuter else { return false }
        switch self {
        case .outer(let model, let inner):
            guard let level = levels.dropLast().lastIndex(where: { $0.name == model }) else { return true }
            return inner.looksOut(inside: Array(levels[...level]), lookup)
        case .subquery(let query, let operand):
            if operand?.looksOut(inside: levels, lookup) == true { return true }
            // Binding reports a model that does not exist.
            guard let owner = query.kept?.entity ?? lookup(query.model) else { return false }
            return query.parts.contains { $0.looksOut(inside: levels + [owner], lookup) }
        case .quantified, .countOf, .ofMembers:
            guard let path = ownPaths.first, let members = entity.entity(at: path) else { return false }
            return parts.contains { $0.looksOut(inside: levels + [members], lookup) }
        default: return parts.contains { $0.looksOut(inside: levels, lookup) }
        }
    }

    /// The same expression, in which conditions on members name the object that it is about by another model.
    ///
    /// `change` gets what such a condition says of this object, and returns that as seen from the object with the other name.
    ///
    /// - Returns: `nil` if another object of the new name's model would be nearer.
    package func movingOuter(
        of entity: Entity, from old: String, to new: String, _ lookup: EntityLookup = { _ in nil },
        _ change: (ExpressionTree) throws -> ExpressionTree
    ) rethrows -> ExpressionTree? {
        try movingOuter(from: old, to: new, inside: [(old, entity)], lookup, change)
    }

    private func movingOuter(
        from old: String, to new: String, inside levels: [(name: String, entity: Entity)],
        _ lookup: EntityLookup, _ change: (ExpressionTree) throws -> ExpressionTree
    ) rethrows -> ExpressionTree? {
        guard let entity = levels.last?.entity, namesOuter else { return self }
        var isHidden = false
        func moved(_ tree: ExpressionTree, _ levels: [(name: String, entity: Entity)]) throws
            -> ExpressionTree
        {
            let found = try tree.movingOuter(from: old, to: new, inside: levels, lookup, change)
            if found == nil { isHidden = true }
            return found ?? tree
        }
        let result: ExpressionTree
        switch self {
        case .outer(let model, let inner):
            guard let level = levels.dropLast().lastIndex(where: { $0.name == model }) else { return self }
            let seen = try moved(inner, Array(levels[...level]))
            if level > 0 {
                result = .outer(model, seen)
            } else {
                if levels.dropFirst().dropLast().contains(where: { $0.name == new }) { return nil }
                result = .outer(new, try change(seen))
            }
        case .subquery(let query, _):
            guard let owner = query.kept?.entity ?? lookup(query.model) else { return self }
            result = try mapped(
                members: { try moved($0, levels + [(owner.name, owner)]) },
                operands: { try moved($0, levels) })
        case .quantified, .countOf, .ofMembers:
            guard let path = ownPaths.first, let members = entity.entity(at: path) else { return self }
            result = try mapped(
                members: { try moved($0, levels + [(members.name, members)]) },
                operands: { try moved($0, levels) })
        default: result = try mapped(members: { $0 }, operands: { try moved($0, levels) })
        }
        return isHidden ? nil : result
    }
}
