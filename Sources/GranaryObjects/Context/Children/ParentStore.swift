/// What a child has in place of stores: its parent.
final class ParentStore: ParentAccess {
    let parent: Context
    /// The objects of the child, to compare its commits with.
    weak var child: ObjectGraph?

    var access: StoreAccess { parent.access }

    init(_ parent: Context) { self.parent = parent }

    func makeSession() -> any StoreSession { ParentSession(parent, of: child) }
}
