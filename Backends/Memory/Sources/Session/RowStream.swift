internal import GranaryStore

/// The rows of an answer, one at a time.
///
/// Used by one thread at a time.
final class RowStream {
    private let list: [StoredRow]
    /// The position in the list.
    @exclusivity(unchecked) private var position = 0
    @exclusivity(unchecked) private var iterator: RowIterator?
    private let conditions: RowConditions
    private let source: StateSource?
    private let flag: InterruptFlag
    @exclusivity(unchecked) private var skipped: Int
    @exclusivity(unchecked) private var remaining: Int?

    /// Streams known rows; with a plan, those that satisfy its conditions.
    init(
        _ rows: [StoredRow], _ flag: InterruptFlag, _ plan: RequestPlan? = nil, offset: Int = 0,
        limit: Int? = nil
    ) {
        list = rows
        self.flag = flag
        conditions = RowConditions(plan?.residual.map(\.condition) ?? [])
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
        conditions = RowConditions(plan.residual.map(\.condition))
        source = plan.source
        self.flag = flag
        skipped = offset
        remaining = limit
    }

    /// How many rows there are from here on, at most some of them; the stream has neither offset nor limit.
    ///
    /// Throws as ``next()`` does.
    func count(upTo most: Int?) throws -> Int {
        assert(skipped == 0 && remaining == nil)
        var count = 0
        while count != most, try nextUnretained() != nil { count += 1 }
        return count
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

    private func nextHolding() throws -> StoredRow? { try nextUnretained()?.takeUnretainedValue() }

    /// The next row that satisfies the conditions; the table or the list keeps it.
    private func nextUnretained() throws -> Unmanaged<StoredRow>? {
        while let row = iterator == nil ? nextInList() : iterator?.nextUnretained() {
            try flag.check()
            if try row._withUnsafeGuaranteedRef(holds) { return row }
        }
        return nil
    }

    private func nextInList() -> Unmanaged<StoredRow>? {
        guard position < list.count else { return nil }
        defer { position += 1 }
        return .passUnretained(list[position])
    }

    private func holds(_ row: StoredRow) throws -> Bool {
        guard let source else { return true }
        return try conditions.hold(on: row, in: source)
    }
}
