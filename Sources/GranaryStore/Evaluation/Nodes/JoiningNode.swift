/// Texts, one behind the other; `nil` when one is.
final class JoiningNode: ValueNode {
    private let texts: [any EvaluationNode]

    init(_ texts: [any EvaluationNode]) { self.texts = texts }

    func value(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Value {
        // Every operand is evaluated, as by engines: one may fail.
        let values = try texts.map { try $0.value(of: row, in: source) }
        var joined = ""
        for value in values {
            guard case .text(let text) = value else { return .null }
            joined += text
        }
        return .text(joined)
    }
}
