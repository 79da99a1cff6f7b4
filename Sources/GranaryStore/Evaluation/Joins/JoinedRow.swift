/// The columns of two rows that are joined, those of the first side before those of the second.
///
/// Used by one thread at a time.
package final class JoinedRow: EvaluationRow {
    /// The columns of the first side.
    @exclusivity(unchecked) package var first: [Value]
    /// The columns of the second side.
    @exclusivity(unchecked) package var second: [Value]
    /// The number of columns of the first side.
    private let split: Int

    /// Makes a row of the columns of two rows; `split` is the number of columns of the first.
    package init(_ first: [Value], _ second: [Value], split: Int) {
        self.first = first
        self.second = second
        self.split = split
    }

    /// Another row with the same columns.
    package func copy() -> JoinedRow { JoinedRow(first, second, split: split) }

    /// Sets the columns of one side.
    func set(_ side: JoinLayout.Side, to values: [Value]) {
        if side == .first { first = values } else { second = values }
    }

    package func value(at column: Int) -> Value {
        if column < split { return column >= 0 && column < first.count ? first[column] : .null }
        return column - split < second.count ? second[column - split] : .null
    }
}
