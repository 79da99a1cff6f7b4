/// The order of a request's rows: its terms, then the primary key in the direction of the last term.
///
/// The order is total, since no two rows have the same key. `nil` comes before everything when ascending and
/// after everything when descending.
package struct RowSorter: Sendable {
    /// The terms, bound.
    package let terms: [BoundExpression]
    /// Whether the order of keys is descending, as that of the last term; false without terms.
    package let isKeyDescending: Bool
    /// Whether evaluating a term can fail.
    package var canFail: Bool { terms.contains(where: \.canFail) }

    private let isDescending: [Bool]
    private let keyColumns: [Int]

    /// Binds the terms of an order.
    ///
    /// - Throws: ``GranaryError/Code/query`` as ``ExpressionBinder/bind(_:)`` does, and for structured
    ///   values, which have no order.
    package init(_ sort: [SortTerm], _ binder: ExpressionBinder) throws {
        terms = try sort.map { term in
            let bound = try binder.bind(term.expression)
            guard bound.kind.isOrdered else {
                throw binder.problem(
                    "\(binder.describe(term.expression)) is a structured value and cannot be sorted by.",
                    about: term.expression)
            }
            return bound
        }
        keyColumns = binder.entity.keyColumns
        isKeyDescending = sort.last?.isDescending ?? false
        isDescending = sort.map(\.isDescending) + keyColumns.map { [isKeyDescending] _ in isKeyDescending }
    }

    /// How many values ``appendKeys(of:in:to:)`` appends.
    package var keyCount: Int { isDescending.count }

    /// Appends the sort values of a row: those of the terms, then of the primary key.
    package func appendKeys(
        of row: any EvaluationRow, in source: any EvaluationSource, to keys: inout [Value]
    ) throws {
        for term in terms { keys.append(try term.evaluate(row, in: source)) }
        for column in keyColumns { keys.append(try row.value(at: column)) }
    }

    /// Whether a row comes before another, by their keys, which begin at these positions of two lists.
    package func precedes(_ left: [Value], at leftStart: Int, _ right: [Value], at rightStart: Int) -> Bool {
        for (offset, descending) in isDescending.enumerated() {
            switch left[leftStart + offset].compare(right[rightStart + offset]) {
            case .equal: continue
            case .less: return !descending
            case .greater: return descending
            }
        }
        return false
    }

    /// Rows in order; only the first ones, when a number is given.
    ///
    /// - Complexity: O(*n* log *k*) comparisons for the first *k* of *n* rows.
    package func sorted<Row: EvaluationRow>(
        _ rows: some Sequence<Row>, in source: any EvaluationSource, first limit: Int? = nil
    ) throws -> [Row] {
        var buffer = SortBuffer<Row>(self, limit: limit)
        for row in rows { try buffer.add(row, in: source) }
        return buffer.finish()
    }
}
