/// A constant.
final class ConstantNode: ValueNode {
    let constant: Value
    /// The same for those that need an integer.
    private let integer: FoundInteger

    init(_ constant: Value) {
        self.constant = constant
        integer = FoundInteger(constant)
    }

    func value(of row: any EvaluationRow, in source: any EvaluationSource) -> Value { constant }

    func integer(of row: any EvaluationRow, in source: any EvaluationSource) -> FoundInteger { integer }
}
