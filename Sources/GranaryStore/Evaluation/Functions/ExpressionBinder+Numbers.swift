extension ExpressionBinder {
    func bindNumber(_ number: ExpressionTree.NumberFunction, _ operands: [ExpressionTree]) throws
        -> BoundExpression
    {
        let parts = try bindOperands(
            operands, number.operandCount...number.operandCount, of: number.name)
        let kind = try kind(of: number, operands, parts)
        if let places = number.places, !(0...ExpressionTree.NumberFunction.mostPlaces).contains(places) {
            throw problem(
                "A number is rounded to \(places) places; they are 0 to \(ExpressionTree.NumberFunction.mostPlaces).",
                about: operands[0])
        }
        let ranges =
            parts.allSatisfy { $0.kind == .value(.integer) } ? number.range(parts.map(\.integers)) : nil
        let canFail = ranges?.canFail ?? number.canFail(on: parts.map(\.kind))
        return function(of: kind, canFail: canFail, range: ranges?.values, operands, parts) {
            (left, right, _) throws(GranaryError) in try number.result(left, right, as: kind)
        }
    }

    private func kind(
        of number: ExpressionTree.NumberFunction, _ operands: [ExpressionTree], _ parts: [BoundExpression]
    ) throws -> ExpressionKind {
        let numbers: Set<AttributeType> = [.integer, .real, .decimal]
        let kinds = parts.map(\.kind)
        switch number {
        case .smaller, .larger:
            if kinds[0].isOrdered, kinds[0] == kinds[1] || kinds[1] == .null { return kinds[0] }
            if kinds[0] == .null, kinds[1].isOrdered { return kinds[1] }
            for (tree, part) in zip(operands, parts) {
                try require(
                    numbers, tree, part, for: "the \(number.name) of two values needs one kind of both")
            }
            return try resultKind(operands[0], kinds[0], operands[1], kinds[1])
        case .squareRoot, .elementary:
            for (tree, part) in zip(operands, parts) {
                try require(
                    [.integer, .real], tree, part,
                    for:
                        "“\(number.name)” needs an integer or a floating-point number, such as `.real` of a decimal"
                )
            }
            return .value(.real)
        default:
            try require(numbers, operands[0], parts[0], for: "“\(number.name)” needs a number")
        }
        return switch number {
        case .real: .value(.real)
        case .decimal: .value(.decimal)
        case .integer: .value(.integer)
        default: kinds[0]
        }
    }
}

extension ExpressionTree.NumberFunction {
    /// The largest number of decimal places.
    static let mostPlaces = 18

    /// How many operands there are.
    package var operandCount: Int {
        switch self {
        case .smaller, .larger, .elementary(.power): 2
        default: 1
        }
    }

    /// The name of the function in words for people.
    package var name: String {
        switch self {
        case .absolute: "absolute"
        case .negated: "negated"
        case .rounded(let places, let rule): "rounded to \(places) places \(rule.rawValue)"
        case .smaller: "smaller"
        case .larger: "larger"
        case .squareRoot: "squareRoot"
        case .elementary(let function): function.rawValue
        case .real: "real"
        case .decimal(let places, let rule): "decimal of \(places) places \(rule.rawValue)"
        case .integer(let rule): "integer \(rule.rawValue)"
        }
    }

    fileprivate var places: Int? {
        switch self {
        case .rounded(let places, _), .decimal(let places, _): places
        default: nil
        }
    }

    /// Whether the function can fail on values of some kinds.
    fileprivate func canFail(on kinds: [ExpressionKind]) -> Bool {
        switch self {
        case .absolute, .negated: kinds.contains(.value(.integer))
        case .decimal: kinds.contains(.value(.real))
        case .integer: kinds != [.value(.integer)]
        case .rounded, .smaller, .larger, .squareRoot, .elementary, .real: false
        }
    }
}
