/// Another query, in whose place there has to be its result before the expression is evaluated.
final class SubqueryNode: ValueNode {
    private let model: String

    init(_ model: String) { self.model = model }

    func value(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Value {
        throw GranaryError(
            .query,
            "A query of \(model) is a part of an expression that is evaluated by itself. Answer it before, and put its result into the expression.",
            context: .init(entity: model))
    }
}
