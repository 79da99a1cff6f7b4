/// An ordered map from bytes to bytes that ``KeyValueStore`` makes a full store of.
///
/// Keys are ordered byte by byte, as `memcmp` does; a key that is the beginning of another comes first. Keys
/// have at least one byte, values may be empty. May be used from any thread.
///
/// A backend implements this protocol with its ``KeyValueSnapshot``, ``KeyValueCursor`` and
/// ``KeyValueBatch``. Errors are `GranaryError`s; the store adds which store they are about.
public protocol KeyValueEngine: AnyObject, Sendable {
    /// Makes a snapshot of the current entries.
    ///
    /// Every batch that was committed before is in it, none that is committed later.
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
    /// Replaces the content of the buffer with the value of a key; false, and no promise about the content,
    /// when there is no such key.
    func get(_ key: UnsafeRawBufferPointer, into value: KeyValueBuffer) throws -> Bool
    /// Makes a cursor, which is not at an entry yet.
    func makeCursor() throws -> any KeyValueCursor
    /// Releases the entries; called once, after every cursor of the snapshot has ended.
    func end()
}

/// A place among the entries of a snapshot, in the order of their keys.
///
/// Used by one thread at a time.
public protocol KeyValueCursor: AnyObject {
    /// Moves to the first entry whose key is not before the one given; false when there is none.
    func seek(to key: UnsafeRawBufferPointer) throws -> Bool
    /// Moves to the last entry whose key is before the one given; false when there is none.
    func seek(before key: UnsafeRawBufferPointer) throws -> Bool
    /// Moves to the next entry; false behind the last one.
    ///
    /// Called only while the cursor is at an entry.
    func next() throws -> Bool
    /// Moves to the entry before; false in front of the first one.
    ///
    /// Called only while the cursor is at an entry.
    func previous() throws -> Bool
    /// The key of the entry, valid until the cursor moves or ends.
    ///
    /// Read only while the cursor is at an entry, as is ``value``.
    var key: UnsafeRawBufferPointer { get }
    /// The value of the entry, valid until the cursor moves or ends.
    var value: UnsafeRawBufferPointer { get }
    /// Releases the place; called once, before the snapshot ends.
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
    /// Removes a key, if it is there.
    func delete(_ key: UnsafeRawBufferPointer)
    /// Carries the changes out as a whole; called at most once.
    ///
    /// - Parameter durably: Whether the changes must survive a power failure when the call returns, as far as
    ///   the store's options ask for that. Without it they must survive the end of the process.
    /// - Throws: `GranaryError`; then nothing was changed, or with the code `io` it is unknown until the engine
    ///   is opened again.
    func commit(durably: Bool) throws
}
