/// The part of a request's order that an index could serve.
package struct WantedOrder: Sendable {
    /// The columns in order, the primary key last; `nil` when the terms are no columns or differ in direction.
    package let columns: [Int]?
    private let key: [Int]

    /// Finds the order of a request, whose terms a sorter has bound.
    package init(_ request: FetchRequest, _ sorter: RowSorter) {
        key = request.entity.keyColumns
        var columns: [Int]? = []
        for term in request.sort {
            guard case .attribute([], let name) = term.expression,
                // An order of rows is read in one direction, so all terms must have that of the key.
                term.isDescending == sorter.isKeyDescending,
                let column = request.entity.attributePosition(name)
            else {
                columns = nil
                break
            }
            columns?.append(column)
        }
        self.columns = columns.map {
            Self.distinct($0 + request.entity.keyColumns, key: request.entity.keyColumns)
        }
    }

    /// Whether rows that are ordered by some columns, with certain columns equal in all, are in this order.
    package func isServed(by order: [Int], fixed: Set<Int>) -> Bool {
        guard let columns else { return false }
        if order == columns { return true }
        if fixed.isEmpty, order.first != columns.first { return false }
        let key = key.filter { !fixed.contains($0) }
        let wanted = Self.distinct(columns.filter { !fixed.contains($0) }, key: key)
        let given = Self.distinct(order.filter { !fixed.contains($0) }, key: key)
        return wanted == given
    }

    /// The columns, each once, until the key is complete: later columns decide nothing.
    private static func distinct(_ columns: [Int], key: [Int]) -> [Int] {
        var seen: [Int] = []
        for column in columns where !seen.contains(column) && !key.allSatisfy(seen.contains) {
            seen.append(column)
        }
        return seen
    }
}
