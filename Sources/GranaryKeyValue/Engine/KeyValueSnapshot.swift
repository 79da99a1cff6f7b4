/// The entries of an engine at one point in time.
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
