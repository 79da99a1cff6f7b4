extension Model {
    /// The primary key without its type.
    package var erasedKey: ObjectKey { objectKey.objectKey }

    /// The key that a relationship to one refers to, by its position among the relationships to one.
    package func referenceKey(at position: Int) -> ObjectKey? {
        if case .key(let key) = reference(at: position) { key } else { nil }
    }

    /// The snapshot, for code that does not know the type.
    var anySnapshot: any ModelSnapshot { snapshot }

    /// ``restore(_:from:)`` for code that does not know the type; a snapshot of another model is ignored.
    package func restoreAny(_ properties: PropertySet, from snapshot: any ModelSnapshot) {
        if objectState.isWatched { tellOfRestoring() }
        if let snapshot = snapshot as? Snapshot { restore(properties, from: snapshot) }
    }

    /// Sets the target of a relationship to one, by its position among those to one, without relationship fix-up.
    ///
    /// Notifies the table of a watched object first.
    package func refer(to reference: AnyReference, at position: Int) {
        if objectState.isWatched { tellOfRestoring() }
        setReference(reference, at: position)
    }
}
