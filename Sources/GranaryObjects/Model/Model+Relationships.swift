extension Model {
    /// The object that a relationship to one refers to; the generated getters call it.
    ///
    /// If the object is not loaded, it is loaded for the whole load batch.
    public func _toOne<Target: Model>(_ reference: _Reference<Target>, at position: Int) -> Target? {
        switch reference {
        case .empty: nil
        case .object, .held: reference.object
        case .key(let key):
            if let graph = _objectState.batch?.link.graph {
                graph.resolve(key, of: Target.self, from: self, at: position)
            } else {
                unheldToOne(at: position)
            }
        }
    }

    /// Reports that a relationship to one was read that nothing can load; `nil`, as which it reads.
    private func unheldToOne<Target: Model>(at position: Int) -> Target? {
        if let batch = _objectState.batch, _objectState.isGone, position < batch.entity.toOne.count {
            batch.link.reportUnheldRead(of: batch.entity.toOne[position].name, batch.entity)
        }
        return nil
    }

    /// Reports that a relationship to many was read that nothing can load, unless its members are known.
    func reportUnheldToMany(at position: Int) {
        guard let batch = _objectState.batch, _objectState.isGone, position < batch.entity.toMany.count,
            _members(at: position)?.isLoaded != true
        else { return }
        batch.link.reportUnheldRead(of: batch.entity.toMany[position].name, batch.entity)
    }

    /// Sets the object that a relationship to one refers to, and its inverse; the generated setters call it.
    public func _setToOne<Target: Model>(_ target: Target?, at position: Int) {
        RelationshipFixup.setToOne(of: self, at: position, to: target)
    }
}
