package import GranaryStore

/// The statement that counts the rows of a request.
package struct CountLowering {
    /// The statement: one row with the number, and behind it that of the rows on which a condition may fail, if there are
    /// such conditions.
    package let statement: SQLText
    /// Whether the second number is there; where it is not zero, the core has to count.
    package let isChecked: Bool
    /// The range that the statement does not have.
    private var range: (offset: Int, limit: Int?)?

    /// Lowers a request; `nil` if the core has to check the rows.
    package init?(_ request: FetchRequest, layout: SQLLayout, dialect: any SQLDialect) {
        var request = request
        // The order only affects which rows are in the range, not their number.
        request.sort = []
        let hasRange = request.hasRange
        guard let select = SelectLowering(request, layout: layout, dialect: dialect) else { return nil }
        if select.isComplete {
            self.init(select, hasRange: hasRange)
        } else if hasRange {
            // What can fail is evaluated on every row, even outside of the range.
            let range = (request.offset, request.limit)
            (request.offset, request.limit) = (0, nil)
            guard let all = SelectLowering(request, layout: layout, dialect: dialect), all.isComplete else {
                return nil
            }
            self.init(all, hasRange: false)
            self.range = range
        } else {
            return nil
        }
    }

    private init(_ select: SelectLowering, hasRange: Bool) {
        isChecked = select.mayFail != nil
        if let mayFail = select.mayFail {
            statement = "SELECT count(*), count(CASE WHEN \(mayFail) THEN 1 END) \(select.source)"
        } else if hasRange {
            // A range on the outer statement would apply to its single row.
            statement = "SELECT count(*) FROM (SELECT 1 \(select.source)\(select.limits)) AS counted"
        } else {
            statement = "SELECT count(*) \(select.source)"
        }
    }

    /// The number of rows of the request, for the number that the statement gives.
    package func result(_ count: Int64) -> Int {
        let count = Int(count)
        guard let range else { return count }
        return min(max(0, count - range.offset), range.limit ?? .max)
    }
}
