import SwiftSyntax

/// A number that is written out, with its sign.
struct NumberSyntax {
    /// The number, for code.
    let text: String
    /// The number, for comparisons.
    let value: Double
    let isInteger: Bool

    private init(text: String, value: Double, isInteger: Bool) {
        self.text = text
        self.value = value
        self.isInteger = isInteger
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
