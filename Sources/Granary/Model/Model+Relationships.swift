extension Model {
    /// The object a relationship to one refers to; called by the generated getters.
    ///
    /// Loads it, for all objects fetched together with this one, when it is not loaded.
    @_documentation(visibility: private)
    public func toOne<Target: Model>(_ reference: _Reference<Target>, at position: Int) -> Target? {
        switch reference {
        case .empty: nil
        case .object, .held: reference.object
        case .key(let key):
            objectState.batch?.link.context?.resolve(key, of: Target.self, from: self, at: position)
        }
    }

    /// Sets the object a relationship to one refers to, and keeps the other side in step; called by the
    /// generated setters.
    @_documentation(visibility: private)
    public func setToOne<Target: Model>(_ target: Target?, at position: Int) {
        RelationshipFixup.setToOne(of: self, at: position, to: target)
    }
}
