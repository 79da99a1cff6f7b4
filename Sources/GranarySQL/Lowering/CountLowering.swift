package import GranaryStore

/// The statement that counts the rows of a request.
package struct CountLowering {
    /// The statement: one row with the number, and behind it that of the rows on which a condition may fail, if there are
    /// such conditions.
    package let statement: SQLText
    /// Whether the second number is there; where it is not zero, the core has to count.
    package let isChecked: Bool

    /// Lowers a request; `nil` if the core has to check the rows.
    package init?(_ request: FetchRequest, layout: SQLLayout, dialect: any SQLDialect) {
        let hasRange = request.hasRange
        var request = request
        // The order only affects which rows are in the range, not their number.
        request.sort = []
        guard let select = SelectLowering(request, layout: layout, dialect: dialect), select.isComplete else {
            return nil
        }
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
}
