import SwiftSyntax

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
