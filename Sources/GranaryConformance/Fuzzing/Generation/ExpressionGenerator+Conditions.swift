import Granary

extension ExpressionGenerator {
    /// A condition on the rows of an entity.
    mutating func condition(on entity: Entity, depth: Int) -> ExpressionTree {
        if depth > 0 {
            switch random.below(9) {
            case 0, 1:
                return .and(condition(on: entity, depth: depth - 1), condition(on: entity, depth: depth - 1))
            case 2, 3:
                return .or(condition(on: entity, depth: depth - 1), condition(on: entity, depth: depth - 1))
            case 4: return .not(condition(on: entity, depth: depth - 1))
            case 5: if let tree = quantified(entity, depth: depth - 1) { return tree }
            default: break
            }
        }
        return leaf(entity, depth: depth)
    }

    private mutating func leaf(_ entity: Entity, depth: Int) -> ExpressionTree {
        switch random.below(14) {
        case 0, 1: reference(entity)
        case 2:
            random.chance(3)
                ? .literal(random.pick(.bool(true), .bool(false), .null)) : membership(entity, depth: depth)
        case 3: value(of: .bool, on: entity, depth: 0)
        case 4: text(entity)
        case 5: random.chance(2) ? text(entity) : .function(.search(.matches), searched(entity, depth: 0))
        case 6: pattern(entity)
        case 7: membership(entity, depth: depth)
        case 8:
            .compare(
                comparison(), datePart(entity, depth: 0),
                .literal(.integer(random.element(of: EdgeValues.dateParts) ?? 0)))
        case 9: counted(entity, depth: depth)
        case 10: nilTest(entity)
        default: comparison(entity, depth: depth)
        }
    }

    private mutating func comparison() -> ExpressionTree.Comparison {
        random.element(of: ExpressionTree.Comparison.allCases) ?? .equal
    }

    private mutating func comparison(_ entity: Entity, depth: Int) -> ExpressionTree {
        let types = AttributeType.allCases.filter { $0 != .json }
        let type = attribute(of: types, on: entity)?.type ?? .integer
        let numbers: [AttributeType] = [.integer, .real, .decimal]
        let other = numbers.contains(type) && random.chance(4) ? random.element(of: numbers) ?? type : type
        let left = value(of: type, on: entity, depth: depth)
        let right = random.chance(2) ? literal(other) : value(of: other, on: entity, depth: depth)
        return random.chance(4) ? .compare(comparison(), right, left) : .compare(comparison(), left, right)
    }

    private mutating func nilTest(_ entity: Entity) -> ExpressionTree {
        guard let found = attribute(of: AttributeType.allCases, on: entity) else {
            return .literal(.bool(true))
        }
        return .compare(random.pick(.equal, .notEqual), found.tree, .literal(.null))
    }

    private mutating func counted(_ entity: Entity, depth: Int) -> ExpressionTree {
        guard let count = count(entity, depth: min(depth, 1)) else { return nilTest(entity) }
        return .compare(comparison(), count, .literal(.integer(Int64(random.below(4)))))
    }

    private mutating func membership(_ entity: Entity, depth: Int) -> ExpressionTree {
        let types = AttributeType.allCases.filter { $0 != .json }
        guard let type = attribute(of: types, on: entity)?.type else { return .literal(.bool(false)) }
        let numbers: [AttributeType] = [.integer, .real, .decimal]
        var values: [Value] = []
        for _ in 0..<random.below(5) {
            let kind = numbers.contains(type) && random.chance(5) ? random.element(of: numbers) ?? type : type
            values.append(EdgeValues.value(of: kind, &random))
        }
        if random.chance(3) { values.append(.null) }
        return .isIn(value(of: type, on: entity, depth: depth), values)
    }

    private mutating func options() -> TextOptions {
        random.pick(
            [], [], [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive])
    }

    private mutating func text(_ entity: Entity) -> ExpressionTree {
        let kind = random.element(of: ExpressionTree.TextComparison.allCases) ?? .contains
        let right = random.chance(4) ? value(of: .text, on: entity, depth: 0) : literal(.text)
        return .text(kind, value(of: .text, on: entity, depth: 0), right, options())
    }

    private mutating func pattern(_ entity: Entity) -> ExpressionTree {
        var pieces: [TextPattern.Piece] = []
        for _ in 0..<random.below(4) {
            pieces.append(random.pick(.anyRun, .anyOne, .literal(random.element(of: EdgeValues.texts) ?? "")))
        }
        return .matches(value(of: .text, on: entity, depth: 0), TextPattern(pieces), options())
    }
}
