internal import FoundationEssentials

extension ExpressionBinder {
    func bindDate(_ date: ExpressionTree.DateFunction, _ operands: [ExpressionTree]) throws -> BoundExpression
    {
        let name = ExpressionTree.Function.date(date).name
        let parts = try bindOperands(operands, date.operandCount...date.operandCount, of: name)
        for (position, (tree, part)) in zip(operands, parts).enumerated() {
            let isNumber = if case .plus = date { position == 1 } else { false }
            try require(
                [isNumber ? .integer : .date], tree, part,
                for: "“\(name)” needs \(isNumber ? "an integer" : "a date")")
        }
        if let offset = date.offset, !(-64_800...64_800).contains(offset) {
            throw problem("A date is taken at \(offset) seconds from UTC; the largest offset is 18 hours.")
        }
        switch date {
        case .now:
            // Requests have it replaced before; only what is bound by itself gets here.
            let now = Value.date(try StoredDate.microseconds(of: Date()))
            return expression(of: .value(.date), []) { _ in ConstantNode(now) }
        case .plus(let unit):
            return function(of: .value(.date), canFail: true, operands, parts) {
                (first, second, _) throws(GranaryError) in
                guard case .date(let moment) = first, case .integer(let count) = second else { return .null }
                return .date(try unit.date(moment, plus: count))
            }
        case .difference(let unit):
            return function(of: .value(.integer), range: unit.differences, operands, parts) {
                first, second, _ in
                guard case .date(let end) = first, case .date(let start) = second else { return .null }
                return .integer(unit.count(from: start, to: end))
            }
        case .beginning(let unit, let offset):
            return function(of: .value(.date), operands, parts) { value, _, _ in
                guard case .date(let moment) = value else { return .null }
                let shift = Int64(offset) * 1_000_000
                return .date(unit.beginning(of: moment + shift) - shift)
            }
        case .part(let part, let offset):
            return function(of: .value(.integer), range: part.range, operands, parts) { value, _, _ in
                guard case .date(let moment) = value else { return .null }
                return .integer(
                    Int64(part.of(CivilTime(microseconds: moment + Int64(offset) * 1_000_000))))
            }
        }
    }
}

extension ExpressionTree.DateFunction {
    fileprivate var operandCount: Int {
        switch self {
        case .plus, .difference: 2
        case .beginning, .part: 1
        case .now: 0
        }
    }

    fileprivate var offset: Int? {
        switch self {
        case .beginning(_, let offset), .part(_, let offset): offset
        case .plus, .difference, .now: nil
        }
    }
}
