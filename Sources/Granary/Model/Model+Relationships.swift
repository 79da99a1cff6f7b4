extension Model {
    /// The object a relationship to one refers to; called by the generated getters.
    ///
    /// Loads it, for all objects fetched together with this one, when it is not loaded.
    public func toOne<Target: Model>(_ reference: Reference<Target>, at position: Int) -> Target? {
        switch reference {
        case .empty: nil
        case .object, .held: reference.object
        case .key(let key):
            objectState.batch?.link.graph?.resolve(key, of: Target.self, from: self, at: position)
        }
    }

    /// Sets the object a relationship to one refers to, and keeps the other side in step; called by the
    /// generated setters.
    public func setToOne<Target: Model>(_ target: Target?, at position: Int) {
        RelationshipFixup.setToOne(of: self, at: position, to: target)
    }
}
