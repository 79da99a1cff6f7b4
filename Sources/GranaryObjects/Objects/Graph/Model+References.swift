extension Model {
    /// The primary key without its type.
    package var erasedKey: ObjectKey { objectKey.objectKey }

    /// The key that a relationship to one refers to, by its position among the relationships to one.
    package func referenceKey(at position: Int) -> ObjectKey? {
        if case .key(let key) = _reference(at: position) { key } else { nil }
    }

    /// The snapshot, for code that does not know the type.
    var anySnapshot: any ModelSnapshot { snapshot }

    /// ``Model/_restore(_:from:)`` for code that does not know the type; a snapshot of another model is ignored.
    package func restoreAny(_ properties: PropertySet, from snapshot: any ModelSnapshot) {
        if _objectState.isWatched { tellOfRestoring() }
        if let snapshot = snapshot as? Snapshot { _restore(properties, from: snapshot) }
    }

    /// Sets the target of a relationship to one, by its position among those to one, without relationship fix-up.
    ///
    /// Notifies the table of a watched object first.
    package func refer(to reference: AnyReference, at position: Int) {
        if _objectState.isWatched { tellOfRestoring() }
        _setReference(reference, at: position)
    }

    /// The keys that the object refers to, by the position of the relationship to one.
    func referenceKeys(_ entity: Entity) -> [ObjectKey?] { entity.toOne.indices.map { referenceKey(at: $0) } }

    /// Whether the context has set a relationship to one, or the object is new, deleted or outside of the context.
    func hasSet(_ relationship: Relationship) -> Bool {
        if _objectState.phase != .stored { return true }
        return _objectState.changes?.properties.contains(relationship.property) ?? false
    }

    /// Clears a relationship to one if it refers to a given object.
    func clear(_ relationship: Relationship, ifReferringTo target: any Model) {
        if case .key(let key) = _reference(at: relationship.position), key == target.erasedKey {
            clear(relationship)
        }
    }

    /// Clears a relationship to one.
    func clear(_ relationship: Relationship) {
        willChangeAny(relationship.property)
        refer(to: .empty, at: relationship.position)
    }
}
