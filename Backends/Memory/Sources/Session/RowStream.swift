internal import GranaryStore

/// The rows of an answer, one at a time.
///
/// Used by one thread at a time.
final class RowStream {
    @exclusivity(unchecked) private var list: ArraySlice<StoredRow>
    @exclusivity(unchecked) private var iterator: RowIterator?
    private let conditions: [BoundExpression]
    private let source: StateSource?
    private let flag: InterruptFlag
    @exclusivity(unchecked) private var skipped: Int
    @exclusivity(unchecked) private var remaining: Int?

    /// Streams known rows; with a plan, those that satisfy its conditions.
    init(
        _ rows: [StoredRow], _ flag: InterruptFlag, _ plan: RequestPlan? = nil, offset: Int = 0,
        limit: Int? = nil
    ) {
        list = rows[...]
        self.flag = flag
        conditions = plan?.residual.map(\.condition) ?? []
        source = plan?.source
        skipped = offset
        remaining = limit
    }

    /// Gives the rows of an iterator that satisfy a plan's conditions.
    init(
        _ iterator: RowIterator, _ plan: RequestPlan, _ flag: InterruptFlag, offset: Int = 0,
        limit: Int? = nil
    ) {
        list = []
        self.iterator = iterator
        conditions = plan.residual.map(\.condition)
        source = plan.source
        self.flag = flag
        skipped = offset
        remaining = limit
    }

    /// The next row; `nil` behind the last one.
    ///
    /// - Throws: ``GranaryError/Code/cancelled``, and the errors of the conditions.
    func next() throws -> StoredRow? {
        if let remaining {
            if remaining == 0 { return nil }
            self.remaining = remaining - 1
        }
        while skipped > 0 {
            guard try nextHolding() != nil else { return nil }
            skipped -= 1
        }
        return try nextHolding()
    }

    private func nextHolding() throws -> StoredRow? {
        while let row = iterator == nil ? list.popFirst() : iterator?.next() {
            try flag.check()
            if try holds(row) { return row }
        }
        return nil
    }

    private func holds(_ row: StoredRow) throws -> Bool {
        guard let source else { return true }
        // By their positions, as an iterator would copy each of them for each row.
        for index in conditions.indices where try !conditions[index].holds(row, in: source) { return false }
        return true
    }
}
