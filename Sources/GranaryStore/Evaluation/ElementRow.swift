/// An element of a list in a structured value, on which conditions are evaluated; it has one column.
final class ElementRow: EvaluationRow {
    /// The position of the element.
    static let column = 0

    private let element: Value

    init(_ element: JSONValue) {
        self.element = if case .null = element { .null } else { .text(JSONWriter.text(of: element)) }
    }

    func value(at column: Int) -> Value { element }
}
