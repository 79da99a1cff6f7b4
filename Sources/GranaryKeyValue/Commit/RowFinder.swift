internal import GranaryStore

/// Finds rows by key; fast for many keys in ascending order that are close together.
///
/// A step to the next entry costs a small fraction of a look-up. So a cursor advances while few steps lead from one
/// wanted row to the next. If it takes too many, each row is looked up by itself. Used by one thread at a time.
final class RowFinder {
    private let view: ReadView
    private var cursor: (any KeyValueCursor)?
    /// The last key that was searched.
    private let last = KeyValueBuffer()
    /// The number of steps left; each look-up adds some.
    private var credit: Int

    /// The number of rows from which on a cursor is worth its cost.
    private static let least = 16
    /// The approximate number of steps that cost as much as a look-up.
    private static let stepsPerLookup = 16
    private static let largestCredit = 16 * stepsPerLookup

    /// Starts a search for a number of rows.
    init(_ view: ReadView, expecting count: Int) {
        self.view = view
        credit = count < Self.least ? -1 : 4 * Self.stepsPerLookup
    }

    deinit { if let cursor { view.returnCursor(cursor) } }

    /// Replaces the content of the buffer with the record of a key; returns false if there is none.
    func find(_ key: Bytes, into record: KeyValueBuffer) throws -> Bool {
        guard credit >= 0 else { return try view.get(key, into: record) }
        return try walk(to: key, into: record)
    }

    private func walk(to key: Bytes, into record: KeyValueBuffer) throws -> Bool {
        if let cursor {
            guard last.bytes.precedes(key) else { return try view.get(key, into: record) }
            credit = min(credit + Self.stepsPerLookup, Self.largestCredit)
            while cursor.key.precedes(key) {
                credit -= 1
                guard credit >= 0, try cursor.next() else { return try lookUpFromNowOn(key, into: record) }
            }
            last.replace(with: key)
            return take(from: cursor, key, into: record)
        }
        let cursor = try view.borrowCursor()
        self.cursor = cursor
        guard try cursor.seek(to: key) else { return try lookUpFromNowOn(key, into: record) }
        last.replace(with: key)
        return take(from: cursor, key, into: record)
    }

    private func take(from cursor: any KeyValueCursor, _ key: Bytes, into record: KeyValueBuffer) -> Bool {
        guard cursor.key.equals(key) else { return false }
        record.replace(with: cursor.value)
        return true
    }

    private func lookUpFromNowOn(_ key: Bytes, into record: KeyValueBuffer) throws -> Bool {
        credit = -1
        return try view.get(key, into: record)
    }
}
