internal import GranaryStore

/// The rows of an answer, one at a time: the rows of a source that meet conditions, within a range.
///
/// Used by one thread at a time.
final class RowStream {
    /// The current row.
    let row: RowReader
    private let source: any RowSource
    private let conditions: RowConditions
    private let relationships: SnapshotSource?
    private let flag: InterruptFlag
    private var skipped: Int
    private var remaining: Int?

    /// Makes a stream of the rows of a source that meet conditions; these need `relationships` to follow them.
    init(
        _ source: any RowSource, _ table: TableLayout, _ flag: InterruptFlag,
        conditions: [BoundExpression] = [], relationships: SnapshotSource? = nil, offset: Int = 0,
        limit: Int? = nil
    ) {
        self.source = source
        self.conditions = RowConditions(conditions)
        self.relationships = relationships
        self.flag = flag
        skipped = offset
        remaining = limit
        row = RowReader(table)
    }

    /// Moves to the next row; returns false after the last one.
    ///
    /// - Throws: `GranaryError.Code.cancelled`, and the errors of the source and the conditions.
    func next() throws -> Bool {
        if let remaining {
            if remaining == 0 { return finish() }
            self.remaining = remaining - 1
        }
        while skipped > 0 {
            guard try nextHolding() else { return finish() }
            skipped -= 1
        }
        return try nextHolding() || finish()
    }

    /// Moves to the next row that meets the conditions.
    ///
    /// After an error there is no current row: the previous one may have been in memory that the engine has released.
    private func nextHolding() throws -> Bool {
        do {
            while try source.next(into: row) {
                try flag.check()
                if try conditions.isEmpty || holds() { return true }
            }
            return false
        } catch {
            defer { row.unload() }
            throw row.located(error)
        }
    }

    private func holds() throws -> Bool {
        guard let relationships else { return true }
        return try conditions.hold(on: row, in: relationships)
    }

    private func finish() -> Bool {
        close()
        return false
    }

    /// Releases the engine's resources; there are no more rows.
    func close() {
        row.unload()
        remaining = 0
        source.close()
    }
}
