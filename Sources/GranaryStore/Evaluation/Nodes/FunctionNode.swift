/// A function of up to three operands, all of which are evaluated; a missing one is null.
///
/// Its errors name the entity and the attributes that it calculates with.
final class FunctionNode: ValueNode {
    typealias Application = @Sendable (Value, Value, Value) throws(GranaryError) -> Value

    private let first: any EvaluationNode
    private let second: (any EvaluationNode)?
    private let third: (any EvaluationNode)?
    private let apply: Application
    private let place: GranaryError.Context

    init(_ operands: [any EvaluationNode], at place: GranaryError.Context, _ apply: @escaping Application) {
        first = operands.first ?? ConstantNode(.null)
        second = operands.count > 1 ? operands[1] : nil
        third = operands.count > 2 ? operands[2] : nil
        self.apply = apply
        self.place = place
    }

    func value(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Value {
        let values = (
            try first.value(of: row, in: source), try second?.value(of: row, in: source) ?? .null,
            try third?.value(of: row, in: source) ?? .null
        )
        do {
            return try apply(values.0, values.1, values.2)
        } catch {
            throw GranaryError(error.code, error.message, context: place)
        }
    }
}
