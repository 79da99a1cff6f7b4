/// A context as its child reaches it.
package protocol ParentAccess: AnyObject {
    /// The parent's own access.
    var access: StoreAccess { get }
    /// A session that reads the parent's objects and commits to them.
    func makeSession() -> any StoreSession
}
