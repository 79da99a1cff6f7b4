import FoundationEssentials
import Granary

/// A second reading of the query language, slow and plain: no binding, no shortcuts, other ways to compare.
///
/// It knows what ``RandomExpressions`` makes.
struct NaiveEvaluator {
    let world: EvaluationWorld
    /// The objects around a condition on members, the innermost last.
    var around: [Place] = []

    /// A row with its entity.
    typealias Place = (row: WorldRow, entity: Entity)

    func value(_ tree: ExpressionTree, _ place: Place) throws -> Value {
        switch tree {
        case .literal(let value): return value
        case .attribute(let path, let name):
            var end: Place? = place
            for step in path { end = end.flatMap { target(step, $0) } }
            guard let end, let column = end.entity.attributes.firstIndex(where: { $0.name == name }) else {
                return .null
            }
            return end.row.values[column]
        case .arithmetic(let operation, let left, let right):
            return try calculate(operation, value(left, place), value(right, place))
        case .datePart(let part, let inner):
            guard case .date(let moment) = try value(inner, place) else { return .null }
            return .integer(Int64(datePart(part, moment)))
        case .countOf(_, let name, let condition):
            return .integer(
                Int64(
                    try members(name, place).count {
                        try condition == nil || inside(place).holds(condition ?? true, $0)
                    })
            )
        case .function(let function, let operands): return try value(function, operands, place)
        case .ofMembers(let function, _, let name, let operands):
            return try inside(place).value(function, members(name, place), operands)
        case .outer(let model, let inner):
            guard let level = around.lastIndex(where: { $0.entity.name == model }) else { return .null }
            return try NaiveEvaluator(world: world, around: Array(around[..<level])).value(
                inner, around[level])
        default: return .bool(try holds(tree, place))
        }
    }

    func holds(_ tree: ExpressionTree, _ place: Place) throws -> Bool {
        switch tree {
        case .and(let left, let right): return try holds(left, place) ? holds(right, place) : false
        case .or(let left, let right): return try holds(left, place) ? true : holds(right, place)
        case .not(let inner): return try !holds(inner, place)
        case .compare(let comparison, let left, let right):
            return compare(comparison, try value(left, place), try value(right, place))
        case .isIn(let inner, let values):
            let wanted = try value(inner, place)
            return values.contains { compare(.equal, wanted, $0) }
        case .text(let comparison, let left, let right, _):
            guard case .text(let text) = try value(left, place),
                case .text(let part) = try value(right, place)
            else { return false }
            return search(comparison, Array(text.utf8), Array(part.utf8))
        case .matches(let inner, let pattern, _):
            guard case .text(let text) = try value(inner, place) else { return false }
            return matches(Array(text.unicodeScalars)[...], pattern.pieces[...])
        case .quantified(let quantifier, _, let name, let condition):
            let members = members(name, place)
            let count = try members.count { try inside(place).holds(condition, $0) }
            return quantifier == .any ? count > 0 : quantifier == .all ? count == members.count : count == 0
        case .isEmpty(let path): return target(path[0], place) == nil
        case .refers(let path, let key): return target(path[0], place)?.row.values[0] == key[0]
        default: return try value(tree, place) == .bool(true)
        }
    }

    /// Evaluates conditions on the members of an object.
    private func inside(_ place: Place) -> NaiveEvaluator {
        NaiveEvaluator(world: world, around: around + [place])
    }

    private func target(_ name: String, _ place: Place) -> Place? {
        guard let relationship = place.entity.relationship(name) else { return nil }
        let destination = relationship.destination
        let key = place.row.values[relationship.columns.lowerBound]
        return world.rows[destination.name]?.values.first { $0.values[0] == key }.map { ($0, destination) }
    }

    private func members(_ name: String, _ place: Place) -> [Place] {
        guard let relationship = place.entity.relationship(name) else { return [] }
        var found: [Place] = []
        try? world.forEachMember(of: relationship, from: place.row) { member in
            if let member = member as? WorldRow { found.append((member, relationship.destination)) }
            return true
        }
        return found
    }
}

extension NaiveEvaluator {
    private func compare(_ comparison: ExpressionTree.Comparison, _ left: Value, _ right: Value) -> Bool {
        guard !left.isNull, !right.isNull else {
            let isSame = left.isNull && right.isNull
            return comparison == .equal ? isSame : comparison == .notEqual && !isSame
        }
        let difference = difference(left, right)
        switch comparison {
        case .equal: return difference == 0
        case .notEqual: return difference != 0
        case .less: return difference < 0
        case .lessOrEqual: return difference <= 0
        case .greater: return difference > 0
        case .greaterOrEqual: return difference >= 0
        }
    }

    func difference(_ left: Value, _ right: Value) -> Int {
        switch (left, right) {
        case (.integer(let a), .integer(let b)), (.date(let a), .date(let b)): a < b ? -1 : a > b ? 1 : 0
        case (.real(let a), .real(let b)): a < b ? -1 : a > b ? 1 : 0
        case (.integer(let a), .real(let b)): difference(a, b)
        case (.real(let a), .integer(let b)): -difference(b, a)
        case (.text(let a), .text(let b)):
            a.utf8.elementsEqual(b.utf8) ? 0 : a.utf8.lexicographicallyPrecedes(b.utf8) ? -1 : 1
        case (.bool(let a), .bool(let b)): (a ? 1 : 0) - (b ? 1 : 0)
        default: 99
        }
    }

    private func difference(_ left: Int64, _ right: Double) -> Int {
        if right >= 0x1p63 { return -1 }
        if right < -0x1p63 { return 1 }
        let below = right.rounded(.down)
        if left != Int64(below) { return left < Int64(below) ? -1 : 1 }
        return below == right ? 0 : -1
    }

    private func calculate(_ operation: ExpressionTree.Arithmetic, _ left: Value, _ right: Value) throws
        -> Value
    {
        switch (left, right) {
        case (.integer(let a), .integer(let b)): .integer(try calculate(operation, Int128(a), Int128(b)))
        case (.real(let a), .real(let b)): calculate(operation, a, b)
        default: .null
        }
    }

    private func calculate(_ operation: ExpressionTree.Arithmetic, _ left: Int128, _ right: Int128) throws
        -> Int64
    {
        let overflow = GranaryError(.overflow, "")
        if right == 0, operation == .divide || operation == .remainder {
            throw GranaryError(.divisionByZero, "")
        }
        let result =
            switch operation {
            case .add: left + right
            case .subtract: left - right
            case .multiply: left * right
            case .divide: left / right
            case .remainder: left - (left / right) * right
            }
        guard let exact = Int64(exactly: result) else { throw overflow }
        return exact
    }

    private func calculate(_ operation: ExpressionTree.Arithmetic, _ left: Double, _ right: Double) -> Value {
        let result =
            switch operation {
            case .add: left + right
            case .subtract: left + -right
            case .multiply: left * right
            case .divide: left / right
            case .remainder: Double.nan
            }
        if result.isNaN || (operation == .divide && result.isInfinite) { return .null }
        return .real(result)
    }

    func datePart(_ part: ExpressionTree.DatePart, _ microseconds: Int64) -> Int {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        // Whole seconds, rounded down, since a `Date` cannot tell a microsecond of years long ago.
        let seconds = microseconds >= 0 ? microseconds / 1_000_000 : -((-microseconds + 999_999) / 1_000_000)
        let date = Date(timeIntervalSince1970: Double(seconds))
        switch part {
        case .year: return calendar.component(.year, from: date)
        case .month: return calendar.component(.month, from: date)
        case .day: return calendar.component(.day, from: date)
        case .hour: return calendar.component(.hour, from: date)
        case .minute: return calendar.component(.minute, from: date)
        case .second: return calendar.component(.second, from: date)
        // The calendar counts from 1 for Sunday.
        case .weekday: return (calendar.component(.weekday, from: date) + 5) % 7 + 1
        case .dayOfYear: return calendar.ordinality(of: .day, in: .year, for: date) ?? 0
        }
    }

    private func search(_ comparison: ExpressionTree.TextComparison, _ text: [UInt8], _ part: [UInt8]) -> Bool
    {
        switch comparison {
        case .contains: (0...text.count).contains { text[$0...].starts(with: part) }
        case .hasPrefix: text.starts(with: part)
        case .hasSuffix: text.reversed().starts(with: part.reversed())
        case .equal: text == part
        }
    }

    private func matches(_ text: ArraySlice<Unicode.Scalar>, _ pieces: ArraySlice<TextPattern.Piece>) -> Bool
    {
        guard let piece = pieces.first else { return text.isEmpty }
        let rest = pieces.dropFirst()
        switch piece {
        case .literal(let literal):
            let wanted = Array(literal.unicodeScalars)
            return text.starts(with: wanted) && matches(text.dropFirst(wanted.count), rest)
        case .anyOne: return !text.isEmpty && matches(text.dropFirst(), rest)
        case .anyRun: return (0...text.count).contains { matches(text.dropFirst($0), rest) }
        }
    }
}
