import Granary

extension ExpressionGenerator {
    /// An expression whose values are of a type.
    mutating func value(of type: AttributeType, on entity: Entity, depth: Int) -> ExpressionTree {
        let own = ownValue(of: type, on: entity, depth: depth)
        if around.isEmpty || !looksOut || !further.chance(9) { return own }
        return outer(type) ?? own
    }

    private mutating func ownValue(of type: AttributeType, on entity: Entity, depth: Int) -> ExpressionTree {
        if depth > 0, random.chance(4), let tree = computed(type, entity, depth: depth - 1) { return tree }
        if !random.chance(4), let found = attribute(of: [type], on: entity) { return found.tree }
        return literal(type)
    }

    /// A constant of a type; seldom null.
    mutating func literal(_ type: AttributeType) -> ExpressionTree {
        random.chance(15) ? .literal(.null) : .literal(EdgeValues.value(of: type, &random))
    }

    private mutating func computed(_ type: AttributeType, _ entity: Entity, depth: Int) -> ExpressionTree? {
        if random.chance(2), let tree = function(type, entity, depth: depth) { return tree }
        if random.chance(5), let tree = memberValue(type, entity, depth: depth) { return tree }
        switch type {
        case .integer:
            switch random.below(3) {
            case 0: return datePart(entity, depth: depth)
            case 1: return count(entity, depth: depth)
            default: return arithmetic(.integer, entity, depth: depth)
            }
        case .real, .decimal: return arithmetic(type, entity, depth: depth)
        case .bool: return condition(on: entity, depth: depth)
        default: return nil
        }
    }

    private mutating func arithmetic(_ type: AttributeType, _ entity: Entity, depth: Int) -> ExpressionTree? {
        if type == .integer, random.chance(mayFail ? 3 : 1) { return safe(entity, depth: depth) }
        guard type == .real || (mayFail && random.chance(3)) else { return nil }
        let all: [ExpressionTree.Arithmetic] =
            type == .integer
            ? [.add, .subtract, .multiply, .divide, .remainder] : [.add, .subtract, .multiply, .divide]
        let operation = random.element(of: all) ?? .add
        let left = value(of: type, on: entity, depth: depth)
        // A kind that fails is mostly given a small constant, so that whole queries do not fail all the time.
        let isSmall = type != .real && !random.chance(4)
        let small = ExpressionTree.literal(.integer(Int64(1 + random.below(3))))
        let right = isSmall ? small : value(of: random.chance(4) ? .integer : type, on: entity, depth: depth)
        return random.chance(5) ? .arithmetic(operation, right, left) : .arithmetic(operation, left, right)
    }

    /// A calculation with integers that cannot fail, which engines evaluate as it stands.
    private mutating func safe(_ entity: Entity, depth: Int) -> ExpressionTree {
        let divisor = ExpressionTree.literal(.integer(random.pick(2, 3, 7, 23, -2, 1_000)))
        let number = value(of: .integer, on: entity, depth: depth)
        let rest = ExpressionTree.arithmetic(random.pick(.divide, .remainder), number, divisor)
        if random.chance(2) { return rest }
        let part = datePart(entity, depth: 0)
        let other = random.chance(2) ? part : .literal(.integer(Int64(random.below(9))))
        let small = ExpressionTree.arithmetic(.remainder, rest, divisor)
        return .arithmetic(random.pick(.add, .subtract, .multiply), small, other)
    }

    mutating func datePart(_ entity: Entity, depth: Int) -> ExpressionTree {
        let part = random.element(of: ExpressionTree.DatePart.allCases) ?? .year
        return .datePart(part, value(of: .date, on: entity, depth: depth))
    }

    mutating func count(_ entity: Entity, depth: Int) -> ExpressionTree? {
        guard let (path, relationship, target) = toMany(from: entity) else { return nil }
        let inner =
            random.chance(2) ? members(of: entity) { $0.condition(on: target, depth: depth) } : nil
        return .countOf(path: path, relationship: relationship.name, inner)
    }
}
