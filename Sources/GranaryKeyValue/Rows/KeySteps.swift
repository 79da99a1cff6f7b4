internal import GranaryStore

/// Finds ascending keys by stepping from one to the next, with a cursor that it holds as long as it exists.
///
/// With LevelDB, a step takes a tenth of a look-up, so it pays where the wanted keys are most of those in their range.
final class KeySteps {
    private let view: ReadView
    private var cursor: (any KeyValueCursor)?
    /// Whether the cursor is at an entry; behind the last one there are no more keys.
    private var isInside = false

    /// The number of entries that are passed over to reach a key.
    private static let reach = 4

    /// Begins with the first key searched for.
    init(_ view: ReadView) { self.view = view }

    deinit { if let cursor { view.returnCursor(cursor) } }

    /// Copies the record of a key after the last one; returns false if there is none, and `nil` if it and all later keys
    /// have to be looked up.
    func find(_ wanted: Bytes, into record: KeyValueBuffer) -> Bool? {
        if view.isOver { return nil }
        do {
            guard let cursor = try move(to: wanted) else { return nil }
            guard isInside, cursor.key.equals(wanted) else { return false }
            record.removeAll()
            record.append(cursor.value)
            return true
        } catch {
            // The damaged entry may be one that nobody wants, so a look-up of each key decides.
            if let cursor { view.discard(cursor) }
            cursor = nil
            return nil
        }
    }

    /// The cursor at a key or at the first one after it; `nil` if too many lie between.
    private func move(to wanted: Bytes) throws -> (any KeyValueCursor)? {
        guard let cursor else {
            let cursor = try view.borrowCursor()
            self.cursor = cursor
            isInside = try cursor.seek(to: wanted)
            return cursor
        }
        var passed = 0
        while isInside, cursor.key.precedes(wanted) {
            if passed == Self.reach { return nil }
            passed += 1
            isInside = try cursor.next()
        }
        return cursor
    }
}
