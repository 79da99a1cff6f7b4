/// The unsaved changes of a context: `context.changes.inserted`.
public protocol ContextChanges {
    /// The objects that the next save inserts.
    var inserted: [any Model] { get }
    /// The stored objects that the next save changes.
    var updated: [any Model] { get }
    /// The objects that the next save deletes.
    var deleted: [any Model] { get }
    /// The names of the stored properties of an object that the next save writes: attributes first, then
    /// relationships to one, each in the order of declaration.
    ///
    /// All of them for an inserted object; none for an object that is unchanged, deleted, or not in this context. A
    /// property that was set to another value and back counts. Relationships to many do not count: adding to them
    /// changes the objects on the other side, or no object's own properties.
    func properties<M: Model>(of object: M) -> [String]
    /// The stored properties of an object as they were last read or saved; `nil` for an object that was never
    /// saved, or is not in this context.
    ///
    /// While the object is unchanged, it equals the object's own ``Model/snapshot``. In a child, it is the state last
    /// read from the parent or saved to it.
    func savedSnapshot<M: Model>(of object: M) -> M.Snapshot?
}
