import Granary

extension ExpressionGenerator {
    /// A condition on the objects of a relationship to many; without arithmetic that fails, since no order is promised
    /// there.
    mutating func quantified(_ entity: Entity, depth: Int) -> ExpressionTree? {
        guard let (path, relationship, target) = toMany(from: entity) else { return nil }
        let before = mayFail
        mayFail = false
        defer { mayFail = before }
        let quantifier = random.element(of: ExpressionTree.Quantifier.allCases) ?? .any
        var condition = members(of: entity) { $0.condition(on: target, depth: depth) }
        let wanted = random.chance(4) && looksOut
        if wanted, let compared = members(of: entity, { $0.comparison(of: target, with: entity) }) {
            condition = random.chance(2) ? .and(condition, compared) : .or(compared, condition)
        }
        return .quantified(quantifier, path: path, relationship: relationship.name, condition)
    }

    /// A comparison of a member with the object that it is a member of.
    private mutating func comparison(of member: Entity, with owner: Entity) -> ExpressionTree? {
        let types = AttributeType.allCases.filter { $0 != .json }
        guard let outer = attribute(of: types, on: owner) else { return nil }
        let own = value(of: outer.type, on: member, depth: 0)
        let comparison = random.element(of: ExpressionTree.Comparison.allCases) ?? .equal
        return .compare(comparison, own, .outer(owner.name, outer.tree))
    }

    /// A condition on a relationship to one, or on the row's own key.
    mutating func reference(_ entity: Entity) -> ExpressionTree {
        let (path, end) = path(from: entity)
        switch random.below(3) {
        case 0 where !path.isEmpty: return .isEmpty(path: path)
        case 1:
            let keys = (0..<random.below(4)).compactMap { _ in key(of: end) }
            return .holdsKey(path: path, keys: keys)
        default:
            guard let key = key(of: end) else { return .literal(.bool(true)) }
            return .refers(path: path, key: key.values)
        }
    }
}
