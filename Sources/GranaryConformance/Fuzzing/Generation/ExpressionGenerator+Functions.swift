import Granary

extension ExpressionGenerator {
    /// A function with values of a type; `nil` for structured values, which have none.
    mutating func function(_ type: AttributeType, _ entity: Entity, depth: Int) -> ExpressionTree? {
        if type == .json { return nil }
        if !random.chance(3), let tree = specific(type, entity, depth: depth) { return tree }
        return choice(type, entity, depth: depth)
    }

    private mutating func specific(_ type: AttributeType, _ entity: Entity, depth: Int) -> ExpressionTree? {
        if random.chance(6), let tree = part(type, entity) { return tree }
        if type == .real, random.chance(8) {
            return .function(.search(.rank), searched(entity, depth: depth))
        }
        let isWritten = [.integer, .real, .decimal, .date, .uuid].contains(type)
        if isWritten, random.chance(3) { return textual(type, entity, depth: depth) }
        if type == .integer, random.chance(3) { return duration(entity, depth: depth) }
        return switch type {
        case .text: text(entity, depth: depth)
        case .date: date(entity, depth: depth)
        case .integer, .real, .decimal: number(type, entity, depth: depth)
        default: nil
        }
    }

    // MARK: Choices

    private mutating func choice(_ type: AttributeType, _ entity: Entity, depth: Int) -> ExpressionTree {
        let value = value(of: type, on: entity, depth: depth)
        switch random.below(3) {
        case 0:
            var operands = [value]
            for _ in 0...random.below(2) { operands.append(self.value(of: type, on: entity, depth: depth)) }
            return .function(.choice(.coalesce), operands)
        case 1:
            return .function(.choice(.nilIf), [value, self.value(of: type, on: entity, depth: depth)])
        default:
            var operands: [ExpressionTree] = []
            for _ in 0...random.below(2) {
                operands.append(condition(on: entity, depth: min(depth, 1)))
                operands.append(self.value(of: type, on: entity, depth: depth))
            }
            return .function(.choice(.choose), operands + [value])
        }
    }

    // MARK: Numbers

    private mutating func number(_ type: AttributeType, _ entity: Entity, depth: Int) -> ExpressionTree {
        let rule = random.element(of: ExpressionTree.RoundingRule.allCases) ?? .down
        let places = random.pick(0, 0, 1, 2, 5, 18)
        var functions: [ExpressionTree.NumberFunction] = [.rounded(places: places, rule), .smaller, .larger]
        // Of what can fail only where errors are expected, and there seldom.
        let fails = mayFail && random.chance(3)
        var source = type
        switch type {
        case .integer:
            functions += fails ? [.absolute, .negated, .integer(rule)] : []
            if fails { source = random.pick(.integer, .decimal, .real) }
        case .real:
            let function = random.pick(
                ExpressionTree.ElementaryFunction.naturalLogarithm, .commonLogarithm, .exponential,
                .sine, .cosine, .tangent)
            functions += [
                .absolute, .negated, .squareRoot, .real, .elementary(function), .elementary(.power),
            ]
            source = random.pick(.real, .real, .integer)
        default:
            functions += [.absolute, .negated, .decimal(places: places, rule)]
            source = random.pick(.decimal, .decimal, .integer)
        }
        let function = random.element(of: functions) ?? .smaller
        switch function {
        case .smaller, .larger, .elementary(.power):
            let other = value(of: type, on: entity, depth: depth)
            return .function(.number(function), [value(of: type, on: entity, depth: depth), other])
        case .squareRoot, .elementary, .real, .decimal, .integer:
            return .function(.number(function), [value(of: source, on: entity, depth: depth)])
        default: return .function(.number(function), [value(of: type, on: entity, depth: depth)])
        }
    }
}

extension ExpressionGenerator {
    /// A text made of others, or of another value.
    private mutating func text(_ entity: Entity, depth: Int) -> ExpressionTree {
        if random.chance(8) {
            let marks = [ExpressionTree.literal(.text("[")), .literal(.text("]"))]
            return .function(.search(.highlighted), searched(entity, depth: depth) + marks)
        }
        let text = value(of: .text, on: entity, depth: depth)
        let other = value(of: .text, on: entity, depth: depth)
        let start = ExpressionTree.literal(.integer(Int64(random.below(5)) - 1))
        let count = random.chance(3) ? value(of: .integer, on: entity, depth: 0) : start
        let kind = random.pick(AttributeType.bool, .integer, .real, .decimal, .date, .uuid)
        let operands: (ExpressionTree.TextFunction, [ExpressionTree]) = random.pick(
            (.uppercased, [text]), (.lowercased, [text]), (.trimmed, [text]), (.part, [text, start]),
            (.part, [text, start, count]), (.replacing, [text, literal(.text), other]),
            (.joined, [text, other]), (.joined, [text, literal(.text), other]),
            (.written, [value(of: kind, on: entity, depth: depth)]))
        return .function(.text(operands.0), operands.1)
    }

    /// A value that texts have, or that one writes.
    private mutating func textual(_ type: AttributeType, _ entity: Entity, depth: Int) -> ExpressionTree {
        let text = value(of: .text, on: entity, depth: depth)
        if type == .integer, !random.chance(4) {
            let other = value(of: .text, on: entity, depth: depth)
            return random.pick(
                .function(.text(.scalarCount), [text]), .function(.text(.byteCount), [text]),
                .function(.text(.position), [text, other]))
        }
        let written = ExpressionTree.function(.text(.written), [value(of: type, on: entity, depth: depth)])
        return .function(.text(.read(type)), [random.chance(2) ? written : text])
    }
}
