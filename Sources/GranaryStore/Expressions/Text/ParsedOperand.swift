/// An operand of a query that is being read.
///
/// It is a class, so that the frames of a parser that calls itself stay small: a thread has a stack of 1 MiB.
final class ParsedOperand {
    /// The expression; not to be used while the names are bare.
    let tree: MeasuredTree
    /// Names that nothing has been done with yet: an attribute, or a relationship; none for the object itself.
    let names: [String]?
    /// The kind of the values, where that is known.
    let type: AttributeType?
    /// The digits, for a number with a fraction, which takes the kind of a decimal next to it.
    let fraction: String?
    /// Where it begins.
    let start: Int

    /// An expression.
    init(_ tree: MeasuredTree, _ type: AttributeType? = nil, fraction: String? = nil, at start: Int) {
        self.tree = tree
        names = nil
        self.type = type
        self.fraction = fraction
        self.start = start
    }

    /// Names.
    init(names: [String], at start: Int) {
        tree = .leaf(.literal(.null))
        self.names = names
        type = nil
        fraction = nil
        self.start = start
    }

    /// A constant.
    convenience init(constant: Value, _ type: AttributeType?, fraction: String? = nil, at start: Int) {
        self.init(.leaf(.literal(constant)), type, fraction: fraction, at: start)
    }

    /// The operand next to one of some kind: a number with a fraction becomes a decimal next to decimals.
    func beside(_ type: AttributeType?) -> ParsedOperand {
        guard type == .decimal, let fraction, let decimal = JSONNumber(text: fraction).decimal else {
            return self
        }
        return ParsedOperand(constant: .decimal(decimal), .decimal, at: start)
    }
}
