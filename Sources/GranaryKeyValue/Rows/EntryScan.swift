internal import GranaryStore

/// The entries in some ranges, forwards or backwards.
///
/// Used by one thread at a time.
final class EntryScan {
    private let view: ReadView
    private let ranges: [KeyRange]
    private let isReversed: Bool
    private var cursor: (any KeyValueCursor)?
    private var position = 0
    private var isInside = false
    /// The end of the current range; backwards, its beginning.
    private let edge = KeyValueBuffer()

    /// Starts before the first entry; the ranges must be in key order and must not overlap.
    init(_ view: ReadView, _ ranges: [KeyRange], isReversed: Bool = false) {
        self.view = view
        self.ranges = isReversed ? ranges.reversed() : ranges
        self.isReversed = isReversed
    }

    deinit { close() }

    /// Moves to the next entry; returns false after the last one, and after an error.
    ///
    /// - Throws: `GranaryError.Code.cancelled`, and the engine's errors.
    @inline(__always) func next() throws -> Bool {
        if view.isOver { return false }
        if isInside, let cursor {
            if try step(cursor), contains(cursor.key) { return true }
            isInside = false
            position += 1
        }
        do {
            return try enterNextRange()
        } catch {
            fail()
            throw error
        }
    }

    @inline(__always) private func step(_ cursor: any KeyValueCursor) throws -> Bool {
        do {
            return try isReversed ? cursor.previous() : cursor.next()
        } catch {
            fail()
            throw error
        }
    }

    /// Ends the scan after an error, which leaves the cursor without an entry, so it cannot be reused.
    private func fail() {
        if let cursor { view.discard(cursor) }
        cursor = nil
        close()
    }

    private func enterNextRange() throws -> Bool {
        while position < ranges.count {
            try view.interrupt.check()
            let range = ranges[position]
            let cursor = try cursor ?? view.borrowCursor()
            self.cursor = cursor
            let found =
                try isReversed
                ? range.upper.withUnsafeBytes { try cursor.seek(before: $0) }
                : range.lower.withUnsafeBytes { try cursor.seek(to: $0) }
            edge.removeAll()
            edge.append(isReversed ? range.lower : range.upper)
            if found, contains(cursor.key) {
                isInside = true
                return true
            }
            position += 1
        }
        close()
        return false
    }

    @inline(__always) private func contains(_ key: Bytes) -> Bool {
        key.precedes(edge.bytes) != isReversed
    }

    /// The key of the entry, valid until the next move.
    @inline(__always) var key: Bytes { cursor?.key ?? Bytes(start: nil, count: 0) }

    /// The value of the entry, valid until the next move.
    @inline(__always) var value: Bytes { cursor?.value ?? Bytes(start: nil, count: 0) }

    /// Returns the cursor to the view; there are no more entries.
    func close() {
        position = ranges.count
        isInside = false
        guard let cursor else { return }
        self.cursor = nil
        view.returnCursor(cursor)
    }
}
