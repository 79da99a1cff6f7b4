/// An object that a condition on members may name, and the objects that its relationships lead to.
package struct OuterLevel {
    /// The name by which a condition names it.
    package let name: String
    /// The level at the end of a path; `nil` for an unknown one.
    let end: ([String]) -> OuterLevel?

    /// Names an object; `end` finds the level at the end of a path.
    package init(_ name: String, end: @escaping ([String]) -> OuterLevel?) {
        self.name = name
        self.end = end
    }

    /// Names an object of an entity as another one, or as its own model.
    package init(_ entity: Entity, called name: String? = nil) {
        self.init(name ?? entity.name) { path in entity.entity(at: path).map { OuterLevel($0) } }
    }
}

extension ExpressionTree {
    /// The same expression, in which conditions on members name the object that it is about by another model.
    ///
    /// `change` gets what such a condition says of this object, and returns that as seen from the object with the other name.
    ///
    /// - Returns: `nil` if another object of the new name's model would be nearer, or might be.
    package func movingOuter(
        of level: OuterLevel, to model: String, _ change: (ExpressionTree) throws -> ExpressionTree
    ) rethrows -> ExpressionTree? { try movingOuter(to: model, inside: [level], change) }

    private func movingOuter(
        to new: String, inside levels: [OuterLevel], _ change: (ExpressionTree) throws -> ExpressionTree
    ) rethrows -> ExpressionTree? {
        guard let last = levels.last, namesOuter else { return self }
        var isHidden = false
        func moved(_ tree: ExpressionTree, _ levels: [OuterLevel]) throws -> ExpressionTree {
            let found = try tree.movingOuter(to: new, inside: levels, change)
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
            let queried = query.kept.map { OuterLevel($0.entity) } ?? OuterLevel(query.model) { _ in nil }
            result = try mapped(
                members: { try moved($0, levels + [queried]) }, operands: { try moved($0, levels) })
        case .quantified, .countOf, .ofMembers:
            guard let members = ownPaths.first.flatMap(last.end) else { return nil }
            result = try mapped(
                members: { try moved($0, levels + [members]) }, operands: { try moved($0, levels) })
        case .aggregate(let column): result = .aggregate(try column.mapped { try moved($0, levels) })
        default: result = try mapped(members: { $0 }, operands: { try moved($0, levels) })
        }
        return isHidden ? nil : result
    }
}
