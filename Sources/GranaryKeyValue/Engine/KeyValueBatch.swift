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
    /// - Parameter durably: Whether the changes must survive a power failure once the call returns, if the store's
    ///   options require that. Without it they must survive the end of the process.
    /// - Throws: `GranaryError`. Nothing has changed then, except that the code `io` leaves the result unknown until
    ///   the engine is opened again.
    func commit(durably: Bool) throws
}
