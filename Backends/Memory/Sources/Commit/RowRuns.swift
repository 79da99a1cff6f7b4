/// The new rows of a table on their way into all of its orders.
///
/// They go into the order by primary key a few at a time, since they mostly arrive in it, and into each of the others
/// all at once, sorted.
final class RowRuns {
    private let runs: [RowRun]
    /// Whether the rows arrived in the order of their primary keys.
    private var arrivedByKey: Bool { runs.first?.isAscending ?? false }
    private let sorting = RunSorting()

    /// Of fewer rows than this, each is better inserted for itself.
    static let fewRows = 8
    /// How many rows go into the order by primary key at a time: few enough to be still at hand.
    private static let part = 1_024

    init(_ table: TableLayout, rows: Int) {
        runs = table.orders.enumerated().map { RowRun($1, room: $0 == 0 ? min(rows, Self.part) : rows) }
    }

    /// Takes a row, and adds what has gathered; false when a primary key is taken.
    func add(_ row: StoredRow, to table: inout TableState) -> Bool {
        for run in runs { run.append(row) }
        guard let primary = runs.first, primary.count == Self.part else { return true }
        return table.orders[0].insert(primary, sorting, arrivedByKey: false) == nil
    }

    /// Adds all that is left; false when a primary key is taken.
    func finish(_ table: inout TableState, _ check: () throws -> Void) throws -> Bool {
        for (order, run) in runs.enumerated() {
            try check()
            let present = table.orders[order].insert(run, sorting, arrivedByKey: order > 0 && arrivedByKey)
            if present != nil { return false }
        }
        return true
    }
}
