internal import Granary

/// Finds out whether keys are new to a store, quickly when they come in order.
///
/// Keys are usually made in ascending order, so many of them fall into the same gap between two keys that are
/// there: the gap is looked up once. Others are looked up each.
///
/// Used by one thread at a time.
final class AbsenceProbe {
    private let view: ReadView
    private var cursor: (any KeyValueCursor)?
    /// The first key of the gap that is known.
    private let gapStart = KeyValueBuffer()
    /// The key behind the gap, when there is one.
    private let gapEnd = KeyValueBuffer()
    private var isOpenEnded = false
    private var isKnown = false
    /// How many keys have fallen into the gap.
    private var hits = 0
    private let found = KeyValueBuffer()

    init(_ view: ReadView) { self.view = view }

    deinit { if let cursor { view.giveBack(cursor) } }

    /// Whether the snapshot has no such key.
    @inline(__always) func isAbsent(_ key: Bytes) throws -> Bool {
        if isKnown {
            if !key.precedes(gapStart.bytes), isOpenEnded || key.precedes(gapEnd.bytes) {
                hits &+= 1
                return true
            }
            // A gap that was of no use is not worth looking for another one.
            if hits == 0 { return try !view.get(key, into: found) }
        }
        return try findGap(key)
    }

    private func findGap(_ key: Bytes) throws -> Bool {
        let cursor = try cursor ?? view.takeCursor()
        self.cursor = cursor
        (isKnown, hits) = (true, 0)
        gapStart.replace(with: key)
        isOpenEnded = try !cursor.seek(to: key)
        if isOpenEnded { return true }
        gapEnd.replace(with: cursor.key)
        return !key.equals(gapEnd.bytes)
    }
}
