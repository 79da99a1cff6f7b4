import Granary

/// A row: its version and values, by column.
final class ReferenceRow: EvaluationRow, Sendable {
    let version: Int64
    let values: [Value]

    init(version: Int64, values: [Value]) {
        self.version = version
        self.values = values
    }

    func value(at column: Int) -> Value { values.indices.contains(column) ? values[column] : .null }
}
