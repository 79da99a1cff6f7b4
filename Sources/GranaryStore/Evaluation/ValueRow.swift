/// A list of values as a row on which expressions are evaluated.
package final class ValueRow: EvaluationRow, Sendable {
    private let values: [Value]

    /// Makes a row of the values in the order of its entity's columns.
    package init(_ values: [Value]) { self.values = values }

    package func value(at column: Int) -> Value { values.indices.contains(column) ? values[column] : .null }
}

extension ValueCollector: EvaluationRow {
    package func value(at column: Int) -> Value { values.indices.contains(column) ? values[column] : .null }
}
