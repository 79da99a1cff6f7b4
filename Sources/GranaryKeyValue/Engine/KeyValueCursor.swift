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
