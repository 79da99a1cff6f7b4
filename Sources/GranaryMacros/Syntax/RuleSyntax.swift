import SwiftSyntax

/// A rule among the options of `@Attribute`, such as `.length(1...100)`.
struct RuleSyntax {
    /// The rules that there are.
    enum Kind: String, CaseIterable { case notEmpty, length, range, pattern, satisfies }

    /// The whole option, at its place in the source.
    let node: ExprSyntax
    let kind: Kind
    /// What stands in its parentheses.
    let argument: ExprSyntax?

    /// Reads an option; `nil` when it is no rule.
    init?(_ node: ExprSyntax) {
        self.node = node
        let call = node.as(FunctionCallExprSyntax.self)
        guard let member = (call?.calledExpression ?? node).as(MemberAccessExprSyntax.self),
            member.isAttributeOption,
            let kind = Kind(rawValue: member.declName.baseName.text)
        else { return nil }
        self.kind = kind
        argument = call?.arguments.first?.expression
        if (kind == .notEmpty) != (call == nil) || (call?.arguments.count ?? 1) != 1 { return nil }
    }

    /// The rule as failures name it.
    var name: String {
        guard let argument else { return kind.rawValue }
        if kind == .satisfies { return argument.literalText ?? "" }
        let text = argument.tokens(viewMode: .sourceAccurate).map(\.text).joined()
        return "\(kind.rawValue)(\(text))"
    }

    /// The ends of a range.
    var ends: RangeEnds? { argument.flatMap { RangeEnds($0) } }
}

/// The ends of a range that is written out.
struct RangeEnds {
    let lower: NumberSyntax?
    let upper: NumberSyntax?
    /// Whether the upper end belongs to the range.
    let isClosed: Bool

    /// Reads `a...b`, `a..<b`, `a...`, `...b` or `..<b`, with numbers.
    init?(_ node: ExprSyntax) {
        if let sequence = node.as(SequenceExprSyntax.self), sequence.elements.count == 3 {
            let parts = Array(sequence.elements)
            guard let word = parts[1].as(BinaryOperatorExprSyntax.self) else { return nil }
            self.init(parts[0], word.operator.text, parts[2])
        } else if let infix = node.as(InfixOperatorExprSyntax.self),
            let word = infix.operator.as(BinaryOperatorExprSyntax.self)
        {
            self.init(infix.leftOperand, word.operator.text, infix.rightOperand)
        } else if let prefix = node.as(PrefixOperatorExprSyntax.self) {
            self.init(nil, prefix.operator.text, prefix.expression)
        } else if let postfix = node.as(PostfixOperatorExprSyntax.self) {
            self.init(postfix.expression, postfix.operator.text, nil)
        } else {
            return nil
        }
    }

    private init?(_ lower: ExprSyntax?, _ word: String, _ upper: ExprSyntax?) {
        guard word == "..." || word == "..<" && upper != nil else { return nil }
        self.lower = lower.flatMap { NumberSyntax($0) }
        self.upper = upper.flatMap { NumberSyntax($0) }
        isClosed = word == "..."
        if (lower != nil) != (self.lower != nil) || (upper != nil) != (self.upper != nil) { return nil }
    }

    /// Whether no number is between the ends.
    var isEmpty: Bool {
        guard let lower, let upper else { return false }
        return isClosed ? lower.value > upper.value : lower.value >= upper.value
    }
}

/// A number that is written out, with its sign.
struct NumberSyntax {
    /// The number, for code.
    let text: String
    /// The number, for comparisons.
    let value: Double
    let isInteger: Bool

    private init(text: String, value: Double, isInteger: Bool) {
        (self.text, self.value, self.isInteger) = (text, value, isInteger)
    }

    /// Reads a literal, which may be in parentheses.
    init?(_ node: ExprSyntax) {
        if let tuple = node.as(TupleExprSyntax.self), tuple.elements.count == 1,
            let only = tuple.elements.first
        {
            self.init(only.expression)
        } else if let sign = node.as(PrefixOperatorExprSyntax.self), sign.operator.text == "-",
            let number = NumberSyntax(sign.expression)
        {
            self.init(text: "-\(number.text)", value: -number.value, isInteger: number.isInteger)
        } else {
            let isInteger = node.is(IntegerLiteralExprSyntax.self)
            guard isInteger || node.is(FloatLiteralExprSyntax.self),
                let value = Self.value(node.trimmedDescription)
            else { return nil }
            self.init(text: node.trimmedDescription, value: value, isInteger: isInteger)
        }
    }

    private static func value(_ literal: String) -> Double? {
        let digits = literal.replacing("_", with: "")
        for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] where digits.hasPrefix(prefix) {
            if let number = UInt64(digits.dropFirst(2), radix: radix) { return Double(number) }
        }
        return Double(digits)
    }
}

extension MemberAccessExprSyntax {
    /// Whether it names a member of `AttributeOption`, as far as its source tells.
    var isAttributeOption: Bool {
        base.map { ["AttributeOption", "Granary.AttributeOption"].contains($0.trimmedDescription) } ?? true
    }
}

extension PropertyDeclaration {
    /// The rules of its `@Attribute`, as far as they are written as such.
    var rules: [RuleSyntax] { (attribute("Attribute")?.optionNodes ?? []).compactMap { RuleSyntax($0) } }

    /// Whether its `@Relationship` says that it is required.
    var isRequired: Bool {
        attribute("Relationship")?.optionNodes.contains { $0.isRequiredOption } ?? false
    }
}

extension ExprSyntax {
    /// Whether it is the option `.required` of a relationship.
    var isRequiredOption: Bool {
        guard let member = self.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "required"
        else {
            return false
        }
        return member.base.map {
            ["RelationshipOption", "Granary.RelationshipOption"].contains($0.trimmedDescription)
        }
            ?? true
    }
}
