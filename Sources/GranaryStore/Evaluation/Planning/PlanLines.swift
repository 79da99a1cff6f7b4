/// The lines of a plan from a store that evaluates requests itself: one for each part of the request.
package struct PlanLines {
    private let request: FetchRequest
    /// The name of the order in which rows are read.
    private let order: String

    /// Begins the lines for a request whose rows are read in an order with a name.
    package init(_ request: FetchRequest, inOrder order: String) {
        self.request = request
        self.order = order
    }

    /// How each condition is answered: checked on the rows, or by the way to them.
    package func conditions(_ count: Int, checked: some Collection<Int>, by way: String) -> [String] {
        (0..<count).map { position in
            let how = checked.contains(position) ? "checked on each row" : "by \(way)"
            return "condition \(position + 1) of \(count) \(how)"
        }
    }

    /// How the rows are ordered, and how many of them are returned.
    package func order(isSorting: Bool, isReversed: Bool) -> [String] {
        var lines = [isSorting ? "order by sorting" : "order by \(order)\(isReversed ? ", backwards" : "")"]
        if request.offset > 0 { lines.append("offset \(request.offset)") }
        if let limit = request.limit { lines.append("limit \(limit)") }
        return lines
    }
}
