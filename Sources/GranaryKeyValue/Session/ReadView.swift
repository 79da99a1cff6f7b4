internal import GranaryStore

/// The snapshot of a session, with its cursors.
///
/// All cursors of the engine end before the snapshot, including those that are still referenced. Used by one thread at
/// a time.
final class ReadView {
    private let snapshot: any KeyValueSnapshot
    /// Stops reading on request; loops over many keys check it, even while they find nothing.
    let interrupt: InterruptFlag
    /// Idle cursors.
    private var idle: [any KeyValueCursor] = []
    /// Every cursor that has not ended.
    private var cursors: [any KeyValueCursor] = []
    /// The rows that are read in the engine's memory.
    private var readers: [RowReader] = []
    /// Whether the snapshot has ended; its memory must then not be used.
    private(set) var isOver = false

    /// The number of idle cursors to keep.
    private static let idleLimit = 8

    init(_ engine: any KeyValueEngine, _ interrupt: InterruptFlag = InterruptFlag()) throws {
        snapshot = try engine.makeSnapshot()
        self.interrupt = interrupt
    }

    deinit { end() }

    /// Replaces the content of the buffer with the value of a key; returns false if there is none.
    @inline(__always) func get(_ key: Bytes, into value: KeyValueBuffer) throws -> Bool {
        if isOver { throw Self.over }
        return try snapshot.get(key, into: value)
    }

    /// A cursor for exclusive use; return it with ``returnCursor(_:)``.
    func borrowCursor() throws -> any KeyValueCursor {
        if isOver { throw Self.over }
        if let cursor = idle.popLast() { return cursor }
        let cursor = try snapshot.makeCursor()
        cursors.append(cursor)
        return cursor
    }

    /// Keeps a cursor for reuse, or ends it.
    func returnCursor(_ cursor: any KeyValueCursor) {
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

    /// Notes that a row is read in the memory of a cursor, so that it is unloaded when the snapshot ends.
    func watch(_ row: RowReader) { if !isOver { readers.append(row) } }

    /// Reverses ``watch(_:)``.
    func unwatch(_ row: RowReader) { readers.removeAll { $0 === row } }

    /// Ends the snapshot; safe to call twice.
    func end() {
        if isOver { return }
        isOver = true
        // First, since the readers point into the memory of the cursors.
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
