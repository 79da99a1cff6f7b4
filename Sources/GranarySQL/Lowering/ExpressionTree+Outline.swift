package import GranaryStore

extension ExpressionTree {
    /// The expression in words for people, with `…` for constants, which may be secret.
    package var outline: String {
        switch self {
        case .literal(let value): value.isNull ? "nil" : "…"
        case .attribute(let path, let name): (path + [name]).joined(separator: ".")
        case .isEmpty(let path): "\(path.joined(separator: ".")) is nil"
        case .refers(let path, _): "\(path.isEmpty ? "the key" : path.joined(separator: ".")) is …"
        case .holdsKey(let path, let keys):
            "\(path.isEmpty ? "the key" : path.joined(separator: ".")) is one of \(keys.count) keys"
        case .compare(let comparison, let left, let right):
            "\(left.outline) \(comparison.sign) \(right.outline)"
        case .and(let left, let right): "(\(left.outline) and \(right.outline))"
        case .or(let left, let right): "(\(left.outline) or \(right.outline))"
        case .not(let inner): "not (\(inner.outline))"
        case .isIn(let inner, let values): "\(inner.outline) is one of \(values.count) values"
        case .text(let comparison, let left, let right, let options):
            "\(left.outline) \(comparison.rawValue) \(right.outline)\(options.isEmpty ? "" : " with folding")"
        case .matches(let inner, _, let options):
            "\(inner.outline) is like …\(options.isEmpty ? "" : " with folding")"
        case .arithmetic(let operation, let left, let right):
            "(\(left.outline) \(operation.sign) \(right.outline))"
        case .datePart(let part, let inner): "\(inner.outline).\(part.rawValue)"
        case .function(.structure(.part(let path, _)), let operands) where operands.count == 1:
            (operands.map(\.outline) + path).joined(separator: ".")
        case .function(let function, let operands):
            "\(function.name)(\(operands.map(\.outline).joined(separator: ", ")))"
        case .quantified(let quantifier, let path, let name, let inner):
            "\(quantifier.rawValue) of \((path + [name]).joined(separator: ".")): \(inner.outline)"
        case .countOf(let path, let name, let inner):
            "count of \((path + [name]).joined(separator: "."))\(inner.map { " where \($0.outline)" } ?? "")"
        case .ofMembers(let function, let path, let name, let operands):
            "\(function.name) of \((path + [name]).joined(separator: "."))(\(operands.map(\.outline).joined(separator: ", ")))"
        case .outer(let model, let inner): "\(inner.outline) of the outer \(model)"
        case .subquery(let query, let operand):
            "\(operand.map { "\($0.outline) in " } ?? "")a query of \(query.model)"
        case .aggregate(let column):
            column.operand.map { "an aggregate of \($0.outline)" } ?? "a column of a group"
        }
    }
}
