import Granary

extension ExpressionGenerator {
    /// A value of the objects of a relationship to many; of what can fail only the sum or mean itself, since no order is
    /// promised for the objects.
    mutating func memberValue(_ type: AttributeType, _ entity: Entity, depth: Int) -> ExpressionTree? {
        guard type != .json, let (path, relationship, target) = toMany(from: entity) else { return nil }
        let fails = mayFail && random.chance(3)
        let before = mayFail
        mayFail = false
        defer { mayFail = before }
        var functions: [ExpressionTree.MemberFunction] = [.minimum, .maximum, .first(descending: [])]
        if type == .real { functions.append(.average) }
        if fails, type == .integer || type == .real || type == .decimal { functions += [.sum, .average] }
        var function = random.element(of: functions) ?? .minimum
        var source = type
        if function == .average {
            // Means of integers are reals, and cannot fail.
            if type == .integer { function = .sum } else if type == .real, !fails { source = .integer }
        }
        var value = members(of: entity) { $0.value(of: source, on: target, depth: min(depth, 1)) }
        // The kind of a sum is known, unlike that of a null.
        if function == .sum || function == .average, case .literal(.null) = value {
            value = .literal(EdgeValues.value(of: source, &random))
        }
        let condition =
            random.chance(2)
            ? .literal(.bool(true))
            : members(of: entity) { $0.condition(on: target, depth: min(depth, 1)) }
        var operands = [value, condition]
        if case .first = function {
            let order = order(of: target)
            function = .first(descending: order.map(\.isDescending))
            operands += order.map(\.expression)
        }
        return .ofMembers(function, path: path, relationship: relationship.name, operands)
    }

    private mutating func order(of entity: Entity) -> [SortTerm] {
        let before = around
        around = []
        defer { around = before }
        let types = AttributeType.allCases.filter { $0 != .json }
        return (0..<random.below(3)).map { _ in
            let type = attribute(of: types, on: entity)?.type ?? .integer
            return SortTerm(value(of: type, on: entity, depth: 0), isDescending: random.chance(2))
        }
    }
}
