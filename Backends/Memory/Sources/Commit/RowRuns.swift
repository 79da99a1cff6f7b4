/// The new rows of a table, to be added to all of its orders.
///
/// They go into the order by primary key a few at a time, since they mostly arrive in it, and into each of the others
/// all at once, sorted.
final class RowRuns {
    private let runs: [RowRun]
    /// The same without a reference to count at every row.
    private let unretained: ContiguousArray<Unmanaged<RowRun>>
    /// Whether the rows arrived in the order of their primary keys.
    private var arrivedByKey: Bool { runs.first?.isAscending ?? false }
    private let sorting = RunSorting()
    @exclusivity(unchecked) private var added = 0

    /// Of fewer rows than this, each is better inserted for itself.
    static let fewRows = 8
    /// How many rows go into the order by primary key at a time: few enough to be still cached.
    private static let part = 1_024

    init(_ table: TableLayout, rows: Int) {
        runs = table.orders.enumerated().map { RowRun($1, room: $0 == 0 ? min(rows, Self.part) : rows) }
        unretained = ContiguousArray(runs.map { .passUnretained($0) })
    }

    /// Takes a row, and adds each full part to the table; false when a primary key is taken.
    func add(_ row: StoredRow, to table: inout TableState) -> Bool {
        for run in unretained { run._withUnsafeGuaranteedRef { $0.append(row) } }
        added &+= 1
        return added % Self.part != 0 || addPart(to: &table)
    }

    private func addPart(to table: inout TableState) -> Bool {
        runs.first.map { table.orders[0].insert($0, sorting, arrivedByKey: false) == nil } ?? true
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
