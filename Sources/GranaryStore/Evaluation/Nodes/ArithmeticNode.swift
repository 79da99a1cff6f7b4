/// An arithmetic operation; `nil` when either side is.
///
/// Its errors name the entity and the attributes that it calculates with.
final class ArithmeticNode: ValueNode {
    private let operation: ExpressionTree.Arithmetic
    private let left: any EvaluationNode
    private let right: any EvaluationNode
    private let isOfIntegers: Bool
    private let place: GranaryError.Context

    /// Calculates with two parts; of integers, if both are integers or `nil` on every row.
    init(
        _ operation: ExpressionTree.Arithmetic, _ left: any EvaluationNode, _ right: any EvaluationNode,
        ofIntegers isOfIntegers: Bool = false, at place: GranaryError.Context
    ) {
        self.operation = operation
        self.left = left
        self.right = right
        self.isOfIntegers = isOfIntegers
        self.place = place
    }

    func integer(of row: any EvaluationRow, in source: any EvaluationSource) throws -> FoundInteger {
        guard isOfIntegers else { return .other }
        let first = try left.integer(of: row, in: source)
        // It may not have been evaluated, and its errors come before those of the right side.
        if case .other = first { return .other }
        switch (first, try right.integer(of: row, in: source)) {
        case (.integer(let first), .integer(let second)):
            do {
                return .integer(try operation.integer(first, second))
            } catch {
                throw GranaryError(error.code, error.message, context: place)
            }
        case (.other, _), (_, .other): return .other
        case (.null, _), (_, .null): return .null
        }
    }

    func value(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Value {
        let (first, second) = (try left.value(of: row, in: source), try right.value(of: row, in: source))
        do {
            return try operation.result(first, second)
        } catch {
            throw GranaryError(error.code, error.message, context: place)
        }
    }
}
