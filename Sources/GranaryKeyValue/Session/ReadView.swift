internal import Granary

/// The snapshot that a session reads, with the cursors over it.
///
/// Every cursor of the engine ends before the snapshot does, also one that somebody still holds. Used by one
/// thread at a time.
final class ReadView {
    private let snapshot: any KeyValueSnapshot
    /// Ends reading when that is asked; whatever looks at many keys checks it, also while nothing is found.
    let interrupt: InterruptFlag
    /// Idle cursors.
    private var idle: [any KeyValueCursor] = []
    /// Every cursor that has not ended.
    private var cursors: [any KeyValueCursor] = []
    /// Rows that are read in the engine's own memory.
    private var readers: [RowReader] = []
    /// Whether the snapshot has ended; then nothing of it may be touched.
    private(set) var isOver = false

    /// How many cursors are kept for later use.
    private static let idleLimit = 8

    init(_ engine: any KeyValueEngine, _ interrupt: InterruptFlag = InterruptFlag()) throws {
        snapshot = try engine.makeSnapshot()
        self.interrupt = interrupt
    }

    deinit { end() }

    /// Replaces the content of the buffer with the value of a key; false when there is none.
    @inline(__always) func get(_ key: Bytes, into value: KeyValueBuffer) throws -> Bool {
        if isOver { throw Self.over }
        return try snapshot.get(key, into: value)
    }

    /// A cursor for exclusive use; ``giveBack(_:)`` should follow.
    func takeCursor() throws -> any KeyValueCursor {
        if isOver { throw Self.over }
        if let cursor = idle.popLast() { return cursor }
        let cursor = try snapshot.makeCursor()
        cursors.append(cursor)
        return cursor
    }

    /// Takes a cursor back.
    func giveBack(_ cursor: any KeyValueCursor) {
        if isOver { return }
        if idle.count < Self.idleLimit { return idle.append(cursor) }
        discard(cursor)
    }

    /// Ends a cursor for good.
    func discard(_ cursor: any KeyValueCursor) {
        if isOver { return }
        cursor.end()
        cursors.removeAll { $0 === cursor }
    }

    /// Records that a row is read in the memory of a cursor, so that it is forgotten when the cursor ends.
    func watch(_ row: RowReader) { if !isOver { readers.append(row) } }

    /// Forgets what ``watch(_:)`` noted.
    func unwatch(_ row: RowReader) { readers.removeAll { $0 === row } }

    /// Ends the snapshot; safe to call twice.
    func end() {
        if isOver { return }
        isOver = true
        for reader in readers { reader.unload() }
        readers = []
        for cursor in cursors { cursor.end() }
        (cursors, idle) = ([], [])
        snapshot.end()
    }

    private static var over: GranaryError {
        GranaryError(.closed, "The snapshot has ended; fetch again.")
    }
}
