/// A session that finds single rows by key in a shorter way than by a fetch.
///
/// An ability of its own, so that looking one object up after the other builds no request and no answer for
/// each; of a session without it the core fetches a list of one key.
public protocol LookupSession: StoreSession {
    /// A cursor that stands on the row with a key; `nil` when there is no such row.
    ///
    /// The row is that of the snapshot, as for ``StoreSession/fetch(_:)``. The caller closes the cursor before
    /// the next look-up.
    func row(_ key: ObjectKey, of entity: Entity) throws -> (any RowCursor)?
}
