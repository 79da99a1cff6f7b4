extension Model {
    /// The object that a relationship to one refers to; the generated getters call it.
    ///
    /// If the object is not loaded, it is loaded for the whole load batch.
    public func _toOne<Target: Model>(_ reference: _Reference<Target>, at position: Int) -> Target? {
        switch reference {
        case .empty: nil
        case .object, .held: reference.object
        case .key(let key):
            _objectState.batch?.link.graph?.resolve(key, of: Target.self, from: self, at: position)
        }
    }

    /// Sets the object that a relationship to one refers to, and its inverse; the generated setters call it.
    public func _setToOne<Target: Model>(_ target: Target?, at position: Int) {
        RelationshipFixup.setToOne(of: self, at: position, to: target)
    }
}
