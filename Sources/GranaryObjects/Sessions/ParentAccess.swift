/// The parts of a parent context that its child uses.
package protocol ParentAccess: AnyObject {
    /// The parent's access to its stores.
    var access: StoreAccess { get }
    /// A session that reads the parent's objects and commits to them.
    func makeSession() -> any StoreSession
}
