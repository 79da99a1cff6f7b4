internal import Granary

/// Finds rows by key, quickly when many are wanted in ascending order that lie close together.
///
/// A step from entry to entry costs a small part of a look-up. So a cursor goes along while few steps lead from
/// one row that is wanted to the next; when there are too many, rows are looked up each. Used by one thread at
/// a time.
final class RowFinder {
    private let view: ReadView
    private var cursor: (any KeyValueCursor)?
    /// The key that was looked for last.
    private let last = KeyValueBuffer()
    /// How many steps may still be taken; each look-up adds some.
    private var credit: Int

    /// For how many rows a cursor is worth making.
    private static let least = 16
    /// About how many steps cost as much as a look-up.
    private static let stepsPerLookup = 16
    private static let largestCredit = 16 * stepsPerLookup

    /// Begins to look for so many rows.
    init(_ view: ReadView, expecting count: Int) {
        self.view = view
        credit = count < Self.least ? -1 : 4 * Self.stepsPerLookup
    }

    deinit { if let cursor { view.giveBack(cursor) } }

    /// Replaces the content of the buffer with the record of a key; false when there is none.
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
        let cursor = try view.takeCursor()
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
