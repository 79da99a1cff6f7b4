internal import GranaryStore

/// Finds out whether keys are new to a store; fast for keys in ascending order.
///
/// Keys are usually generated in ascending order, so many of them fall into the same gap between two existing keys. The
/// gap is looked up once; other keys are looked up one by one.
///
/// Used by one thread at a time.
final class AbsenceProbe {
    private let view: ReadView
    private var cursor: (any KeyValueCursor)?
    /// The start of the known gap.
    private let gapStart = KeyValueBuffer()
    /// The key after the gap, if there is one.
    private let gapEnd = KeyValueBuffer()
    private var isOpenEnded = false
    private var isKnown = false
    /// The number of keys found in the gap so far.
    private var hits = 0
    private let found = KeyValueBuffer()

    init(_ view: ReadView) { self.view = view }

    deinit { if let cursor { view.returnCursor(cursor) } }

    /// Whether the snapshot has no such key.
    @inline(__always) func isAbsent(_ key: Bytes) throws -> Bool {
        if isKnown {
            if !key.precedes(gapStart.bytes), isOpenEnded || key.precedes(gapEnd.bytes) {
                hits &+= 1
                return true
            }
            // If the last gap was useless, finding another one is not worth its cost.
            if hits == 0 { return try !view.get(key, into: found) }
        }
        return try findGap(key)
    }

    private func findGap(_ key: Bytes) throws -> Bool {
        let cursor = try cursor ?? view.borrowCursor()
        self.cursor = cursor
        (isKnown, hits) = (true, 0)
        gapStart.replace(with: key)
        isOpenEnded = try !cursor.seek(to: key)
        if isOpenEnded { return true }
        gapEnd.replace(with: cursor.key)
        return !key.equals(gapEnd.bytes)
    }
}
