internal import FoundationEssentials
internal import Synchronization

/// A rule of one attribute, ready to be checked.
struct CompiledRule: Sendable {
    /// The rule as failures have it.
    let rule: RuleFailure.Rule
    private let test: Test

    private enum Test: Sendable {
        case always
        case trimmed
        case length(least: Int, most: Int)
        case integers(Int64, Int64)
        case numbers(Bound?, Bound?)
        case fraction(most: Int)
        case pattern(TextPatternRule)
        case function(@Sendable (Value) throws -> Bool)
    }

    /// An end of a range: a number, and whether it belongs to the range.
    private struct Bound: Sendable {
        let value: Value
        let isInside: Bool
    }

    /// Compiles a rule.
    ///
    /// - Throws: the standard library's error for a text that is no regular expression.
    init(_ rule: AttributeRule) throws {
        self.rule = rule.rule
        test =
            switch rule.rule.kind {
            case .notEmpty: .length(least: 1, most: .max)
            case .trimmed: .trimmed
            case .length(let least, let most): .length(least: least, most: most ?? .max)
            case .range(let least, let most, let limit):
                Self.range(
                    least.map { Bound(value: $0, isInside: true) },
                    limit.map { Bound(value: $0, isInside: false) }
                        ?? most.map { Bound(value: $0, isInside: true) })
            case .fraction(let most): .fraction(most: most)
            case .pattern(let expression): .pattern(try TextPatternRule(expression))
            case .own: rule.accepts.map { .function($0) } ?? .always
            case .required: .always
            }
    }

    /// A range of integers includes both ends, so that a check is two comparisons.
    private static func range(_ least: Bound?, _ most: Bound?) -> Test {
        var (first, last) = (Int64.min, Int64.max)
        if let least {
            guard case .integer(let number) = least.value else { return .numbers(least, most) }
            first = number
        }
        if let most {
            guard case .integer(let number) = most.value else { return .numbers(least, most) }
            if most.isInside {
                last = number
            } else {
                // Nothing is below the least number.
                (last, first) = number == .min ? (.min, .max) : (number - 1, first)
            }
        }
        return .integers(first, last)
    }

    /// Whether a value that is not `nil` satisfies the rule.
    func holds(for value: Value) -> Bool {
        switch (test, value) {
        case (.length(let least, let most), .text(let text)): Self.isLong(text, least, most)
        case (.length(let least, let most), .data(let data)): data.count >= least && data.count <= most
        case (.trimmed, .text(let text)): Self.isTrimmed(text)
        case (.integers(let first, let last), .integer(let number)): number >= first && number <= last
        case (.numbers(let least, let most), _): Self.isInside(value, least, most)
        case (.fraction(let most), .decimal(let number)): Self.hasFraction(number, most)
        case (.pattern(let pattern), .text(let text)): pattern.matches(text)
        case (.function(let accepts), _): (try? accepts(value)) ?? false
        default: true
        }
    }

    /// Counts only as many characters as the answer needs.
    private static func isLong(_ text: String, _ least: Int, _ most: Int) -> Bool {
        // A character has at least one byte, and text that is not empty has one.
        if text.utf8.count < least { return false }
        if least <= 1, text.utf8.count <= most { return least == 0 || !text.isEmpty }
        let cannotBeTooLong = text.utf8.count <= most
        var count = 0
        for _ in text {
            count += 1
            if cannotBeTooLong, count >= least { return true }
            if count > most { return false }
        }
        return count >= least
    }

    /// Looks at both ends only.
    private static func isTrimmed(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else { return true }
        return !first.properties.isWhitespace && !last.properties.isWhitespace
    }

    /// A number without parts, such as NaN, has no digits to count; a save refuses it anyway.
    private static func hasFraction(_ number: Decimal, _ most: Int) -> Bool {
        guard let parts = DecimalParts(number) else { return true }
        return -parts.exponent <= most
    }

    private static func isInside(_ value: Value, _ least: Bound?, _ most: Bound?) -> Bool {
        switch value {
        case .real(let number):
            if case .real(let least)? = least?.value, number < least { return false }
            guard let most, case .real(let limit) = most.value else { return true }
            return number < limit || (most.isInside && number == limit)
        case .decimal(let number):
            if case .decimal(let least)? = least?.value, number < least { return false }
            guard let most, case .decimal(let limit) = most.value else { return true }
            return number < limit || (most.isInside && number == limit)
        default: return true
        }
    }
}

/// A regular expression to match whole texts.
private final class TextPatternRule: Sendable {
    // The standard library does not say that an expression can be used from several threads at once.
    private let expression: Mutex<Regex<AnyRegexOutput>>

    init(_ expression: String) throws { self.expression = Mutex(try Regex(expression)) }

    func matches(_ text: String) -> Bool {
        expression.withLock { ((try? $0.wholeMatch(in: text)) ?? nil) != nil }
    }
}
