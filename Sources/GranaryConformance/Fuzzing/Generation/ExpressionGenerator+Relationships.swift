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
        return .quantified(
            quantifier, path: path, relationship: relationship.name, condition(on: target, depth: depth))
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
