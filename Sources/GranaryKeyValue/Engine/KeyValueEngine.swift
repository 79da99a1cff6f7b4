/// An ordered map from bytes to bytes, which ``KeyValueStore`` makes into a full store.
///
/// Keys are ordered byte by byte, as by `memcmp`; a key sorts before longer keys that begin with it. Keys have at least
/// one byte, values may be empty. Can be used from any thread.
///
/// A backend implements this protocol with its ``KeyValueSnapshot``, ``KeyValueCursor`` and ``KeyValueBatch``. It
/// throws `GranaryError`s; the store adds its own name to them.
public protocol KeyValueEngine: AnyObject, Sendable {
    /// Makes a snapshot of the current entries.
    ///
    /// It includes every batch that was committed before, and none that is committed later.
    func makeSnapshot() throws -> any KeyValueSnapshot
    /// Makes an empty batch of changes.
    func makeBatch() throws -> any KeyValueBatch
    /// Closes the engine; called once, when no snapshot and no cursor is left.
    func close() throws
}

/// The entries of an engine at one moment.
///
/// Used by one thread at a time.
public protocol KeyValueSnapshot: AnyObject {
    /// Replaces the content of the buffer with the value of a key.
    ///
    /// Returns false if there is no such key; the content is then undefined.
    func get(_ key: UnsafeRawBufferPointer, into value: KeyValueBuffer) throws -> Bool
    /// Makes a cursor, which is not at an entry yet.
    func makeCursor() throws -> any KeyValueCursor
    /// Releases the snapshot; called once, after all its cursors have ended.
    func end()
}

/// A position among the entries of a snapshot, in the order of their keys.
///
/// Used by one thread at a time.
public protocol KeyValueCursor: AnyObject {
    /// Moves to the first entry whose key is not before the given one; returns false if there is none.
    func seek(to key: UnsafeRawBufferPointer) throws -> Bool
    /// Moves to the last entry whose key is before the given one; returns false if there is none.
    func seek(before key: UnsafeRawBufferPointer) throws -> Bool
    /// Moves to the next entry; returns false after the last one.
    ///
    /// Called only while the cursor is at an entry.
    func next() throws -> Bool
    /// Moves to the previous entry; returns false before the first one.
    ///
    /// Called only while the cursor is at an entry.
    func previous() throws -> Bool
    /// The key of the entry, valid until the cursor moves or ends.
    ///
    /// Read only while the cursor is at an entry, as is ``value``.
    var key: UnsafeRawBufferPointer { get }
    /// The value of the entry, valid until the cursor moves or ends.
    var value: UnsafeRawBufferPointer { get }
    /// Releases the cursor; called once, before the snapshot ends.
    func end()
}

/// Changes that are committed together or not at all.
///
/// Used by one thread at a time. A batch that is released without a commit changes nothing.
public protocol KeyValueBatch: AnyObject {
    /// Sets the value of a key; the bytes are copied.
    ///
    /// Of several changes of one key the last one counts.
    func put(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer)
    /// Removes a key if it exists.
    func delete(_ key: UnsafeRawBufferPointer)
    /// Commits the changes as a whole; called at most once.
    ///
    /// - Parameter durably: Whether the changes must survive a power failure once the call returns, as far as the
    ///   store's options require that. Without it they must survive the end of the process.
    /// - Throws: `GranaryError`. Nothing has changed then, except that the code `io` leaves the result unknown until
    ///   the engine is opened again.
    func commit(durably: Bool) throws
}
