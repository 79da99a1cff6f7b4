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
}
