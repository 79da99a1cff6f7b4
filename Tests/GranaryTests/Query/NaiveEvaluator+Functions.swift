import Granary

extension NaiveEvaluator {
    /// The value of a function, for those that ``RandomExpressions`` makes.
    func value(_ function: ExpressionTree.Function, _ operands: [ExpressionTree], _ place: Place) throws
        -> Value
    {
        switch function {
        case .number(let function): try number(function, try operands.map { try value($0, place) })
        case .date(let function): date(function, try operands.map { try value($0, place) })
        case .text(let function): text(function, try operands.map { try value($0, place) })
        case .structure(let function): try value(function, operands, place)
        case .search(let function): search(function, try operands.map { try value($0, place) })
        case .choice(.coalesce):
            try firstValue(of: operands, place)
        case .choice(.nilIf):
            try holds(.compare(.equal, operands[0], operands[1]), place) ? .null : value(operands[0], place)
        case .choice(.choose):
            if operands.count == 1 {
                try value(operands[0], place)
            } else if try holds(operands[0], place) {
                try value(operands[1], place)
            } else {
                try value(function, Array(operands.dropFirst(2)), place)
            }
        }
    }

    /// The first value that is not `nil`; those behind it may fail.
    private func firstValue(of operands: [ExpressionTree], _ place: Place) throws -> Value {
        for operand in operands {
            let found = try value(operand, place)
            if !found.isNull { return found }
        }
        return .null
    }

    private func number(_ function: ExpressionTree.NumberFunction, _ values: [Value]) throws -> Value {
        switch (function, values[0], values.last ?? .null) {
        case (.absolute, .integer(let number), _):
            if number == .min { throw GranaryError(.overflow, "") }
            return .integer(number < 0 ? -number : number)
        case (.absolute, .real(let number), _): return .real(number.magnitude)
        case (.negated, .integer(let number), _):
            guard let result = Int64(exactly: -Int128(number)) else { throw GranaryError(.overflow, "") }
            return .integer(result)
        case (.negated, .real(let number), _): return .real(number == 0 ? 0 : -number)
        case (.rounded, .integer, _): return values[0]
        case (.rounded(_, let rule), .real(let number), _):
            let rounded = number.rounded(Self.rules[rule] ?? .down)
            return .real(rounded == 0 ? 0 : rounded)
        case (.smaller, .integer(let a), .integer(let b)): return .integer(min(a, b))
        case (.smaller, .real(let a), .real(let b)): return .real(min(a, b))
        case (.larger, .integer(let a), .integer(let b)): return .integer(max(a, b))
        case (.larger, .real(let a), .real(let b)): return .real(max(a, b))
        default: return .null
        }
    }

    /// Functions of dates, by Foundation's calendar where it matters.
    private func date(_ function: ExpressionTree.DateFunction, _ values: [Value]) -> Value {
        guard case .date(let moment) = values[0] else { return .null }
        switch (function, values.last) {
        case (.difference(let unit), .date(let start)?):
            guard let length = unit.length else { return .null }
            return .integer(Int64((Int128(moment) - Int128(start)) / Int128(length)))
        case (.part(let part, let offset), _):
            return .integer(Int64(datePart(part, moment + Int64(offset) * 1_000_000)))
        case (.beginning(let unit, let offset), _):
            guard let length = unit.length else { return .null }
            // A Monday.
            let origin = unit == .week ? Int128(4 * 86_400_000_000) : 0
            let distance = Int128(moment) + Int128(offset) * 1_000_000 - origin
            let rest = ((distance % Int128(length)) + Int128(length)) % Int128(length)
            return .date(Int64(Int128(moment) - rest))
        default: return .null
        }
    }

    /// The functions of texts whose meaning Swift's own library has too.
    private func text(_ function: ExpressionTree.TextFunction, _ values: [Value]) -> Value {
        guard case .text(let text) = values[0] else { return .null }
        let scalars = Array(text.unicodeScalars)
        switch (function, values.dropFirst().first, values.dropFirst(2).first) {
        case (.scalarCount, _, _): return .integer(Int64(scalars.count))
        case (.byteCount, _, _): return .integer(Int64(text.utf8.count))
        case (.part, .integer(let start)?, let count):
            var kept = ""
            for (index, scalar) in scalars.enumerated() where index >= start {
                if case .integer(let count)? = count, Int128(index) >= Int128(start) + Int128(count) { break }
                kept.unicodeScalars.append(scalar)
            }
            return count == .null ? .null : .text(kept)
        case (.position, .text(let part)?, _):
            let wanted = Array(part.unicodeScalars)
            let found = (0...scalars.count).first { scalars[$0...].starts(with: wanted) }
            return found.map { .integer(Int64($0)) } ?? .null
        case (.joined, .text(let other)?, _): return .text(text + other)
        default: return .null
        }
    }

    private func search(_ function: ExpressionTree.SearchFunction, _ values: [Value]) -> Value {
        guard case .text(let search) = values[1] else { return .null }
        guard case .text(let text) = values[0] else {
            return function == .matches ? .bool(false) : function == .rank ? .real(0) : .null
        }
        switch (function, values.dropFirst(2).first, values.last) {
        case (.matches, _, _): return .bool(NaiveSearch(search).matches(text))
        case (.rank, _, _): return .real(NaiveSearch(search).rank(of: text))
        case (.highlighted, .text(let start)?, .text(let end)?):
            return .text(NaiveSearch(search).highlighted(text, from: start, to: end))
        default: return .null
        }
    }

    private static let rules: [ExpressionTree.RoundingRule: FloatingPointRoundingRule] = [
        .toNearestOrEven: .toNearestOrEven, .toNearestOrAwayFromZero: .toNearestOrAwayFromZero, .up: .up,
        .down: .down, .towardZero: .towardZero, .awayFromZero: .awayFromZero,
    ]
}
