extension AggregateRequest {
    /// A result row with the values of its group.
    package typealias GroupResult = (group: [Value], row: [Value])

    /// Removes the result rows that do not meet the conditions, sorts the others, and applies the range.
    ///
    /// The columns named by conditions and order must exist. Stores that compute groups themselves arrange
    /// them with this, so that every store gives the same rows in the same order.
    package func arrange(_ results: [GroupResult]) -> [[Value]] {
        let kept = results.filter { result in
            having.allSatisfy { $0.comparison.holds(result.row[$0.column], $0.value) }
        }
        return kept.sorted(by: precedes).dropFirst(offset).prefix(limit ?? .max).map(\.row)
    }

    private func precedes(_ left: GroupResult, _ right: GroupResult) -> Bool {
        for term in order {
            let ordering = left.row[term.column].compare(right.row[term.column])
            if ordering != .equal { return ordering == (term.isDescending ? .greater : .less) }
        }
        let wanted: Ordering = order.last?.isDescending ?? false ? .greater : .less
        for (a, b) in zip(left.group, right.group) {
            let ordering = a.compare(b)
            if ordering != .equal { return ordering == wanted }
        }
        return false
    }
}
