extension ExpressionTree {
    /// An object around the members of a list.
    package struct Around: Sendable {
        /// Its entity.
        package let entity: Entity
        /// The relationships to one that lead from a member to it.
        package let path: [String]

        /// Names an object at the end of a path from a member.
        package init(_ entity: Entity, at path: [String]) {
            self.entity = entity
            self.path = path
        }
    }

    /// An expression on the members of a list in which given paths reach the objects around them, the innermost last.
    ///
    /// - Returns: `nil` if an object of the members' model would hide one of them, or if one names another.
    package func reaching(
        _ around: [Around], from member: Entity, _ lookup: EntityLookup
    ) -> ExpressionTree? {
        reaching(around, inside: around.map(\.entity) + [member], lookup)
    }

    private func reaching(
        _ around: [Around], inside levels: [Entity], _ lookup: EntityLookup
    ) -> ExpressionTree? {
        guard namesOuter, let entity = levels.last else { return self }
        func inner(_ tree: ExpressionTree, _ levels: [Entity]) throws -> ExpressionTree {
            guard let found = tree.reaching(around, inside: levels, lookup) else { throw Hidden() }
            return found
        }
        func members(_ entity: Entity) -> ExpressionTree? {
            try? mapped(
                members: { try inner($0, levels + [entity]) }, operands: { try inner($0, levels) })
        }
        switch self {
        case .outer(let model, let tree):
            // Binding reports a model that is not around.
            guard let level = levels.dropLast().lastIndex(where: { $0.name == model }) else { return self }
            if level >= around.count {
                return (try? inner(tree, Array(levels[...level]))).map { .outer(model, $0) }
            }
            if tree.namesOuter { return nil }
            let seen = tree.prefixed(by: around[level].path)
            if levels.count == around.count + 1 { return seen }
            let member = levels[around.count].name
            if levels[(around.count + 1)...].dropLast().contains(where: { $0.name == member }) { return nil }
            return .outer(member, seen)
        case .subquery(let query, _):
            return (query.kept?.entity ?? lookup(query.model)).map(members) ?? self
        case .quantified, .countOf, .ofMembers:
            return ownPaths.first.flatMap { entity.entity(at: $0) }.map(members) ?? self
        case .aggregate(let column):
            return (try? column.mapped { try inner($0, levels) }).map { .aggregate($0) }
        default: return try? mapped(members: { $0 }, operands: { try inner($0, levels) })
        }
    }

    private struct Hidden: Error {}
}
