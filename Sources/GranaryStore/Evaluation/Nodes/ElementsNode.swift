/// Whether a condition holds for elements of a list in a structured value.
final class ElementsNode: ConditionNode {
    private let quantifier: ExpressionTree.Quantifier
    private let list: any EvaluationNode
    private let condition: any EvaluationNode
    private let place: GranaryError.Context

    init(
        _ quantifier: ExpressionTree.Quantifier, of list: any EvaluationNode,
        _ condition: any EvaluationNode, at place: GranaryError.Context
    ) {
        self.quantifier = quantifier
        self.list = list
        self.condition = condition
        self.place = place
    }

    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        guard case .text(let text) = try list.value(of: row, in: source) else { return quantifier != .any }
        do {
            for element in try JSONValue(structure: text).elements ?? [] {
                let holds = try condition.holds(on: ElementRow(element), in: source)
                // The first element that decides: one that satisfies it, or for all of them one that does not.
                if holds != (quantifier == .all) { return quantifier == .any }
            }
            return quantifier != .any
        } catch let error as GranaryError where error.code == .malformed {
            throw GranaryError(error.code, error.message, context: context(error.context))
        }
    }

    /// The place of an error, behind the list if it is in an element.
    private func context(_ inner: GranaryError.Context) -> GranaryError.Context {
        var context = place
        if !inner.properties.isEmpty {
            context.properties = place.properties.flatMap { list in
                inner.properties.map { "\(list).\($0)" }
            }
        }
        return context
    }
}
