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
    /// Looks whether the files that the engine has open are still those at its place; see `Store.requireInPlace()`.
    ///
    /// - Throws: ``GranaryError/Code/io`` if they were removed, moved or replaced.
    func requireInPlace() throws
    /// Closes the engine; called once, when no snapshot and no cursor is left.
    func close() throws
}

extension KeyValueEngine {
    /// Does nothing, for an engine without files.
    public func requireInPlace() throws {}
}
