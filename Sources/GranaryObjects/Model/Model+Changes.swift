extension Model {
    /// Notifies the object's context that a property is about to change; called by the generated setters.
    @inlinable public func _willChange(_ property: Int) {
        if _objectState.isWatched { tellWatchers() }
        switch _objectState.phase {
        case .transient, .inserted: return
        case .detached: tellOfUnheldChange()
        case .stored, .deleted:
            if let changes = _objectState.changes, changes.properties.contains(property) { return }
            recordChange(property)
        }
    }

    /// Logs a change to an object that was stored and is in no context any more, which nothing saves.
    @usableFromInline package func tellOfUnheldChange() {
        guard _objectState.isGone, let batch = _objectState.batch else { return }
        batch.link.tellOfUnheldChange(batch.entity)
    }

    /// Whether the primary key can still change; if not, the object's context keeps the error.
    ///
    /// The generated setters call it.
    public func _mayChangeKey() -> Bool {
        if _objectState.isOutside { return true }
        _objectState.batch?.link.graph?.lookup.errors.keep(
            GranaryError(
                .invalidObject,
                "A primary key cannot change after insertion; delete the object and insert a new one.",
                context: .init(entity: Self.modelDescription.name, properties: Self.modelDescription.key)))
        return false
    }

    /// Notifies the table once that the object is about to change; a deleted object's context keeps an error.
    ///
    /// An object that others have deleted is in no context any more. Its former context learns this from the object
    /// being unwatched.
    @usableFromInline package func tellWatchers() {
        ObjectTable.unwatch(&_objectState)
        guard let graph = _objectState.batch?.link.graph, let table = graph.tables.table(of: self) else {
            return
        }
        table.recordChange(of: self)
        if _objectState.phase == .deleted {
            graph.lookup.errors.keepChange(of: self, after: "it was deleted in this context")
        }
    }

    /// Notifies the table that the framework itself is about to give the object other values, which is no change of
    /// a deleted object by the program.
    package func tellOfRestoring() {
        guard _objectState.phase == .deleted else { return tellWatchers() }
        _objectState.batch?.link.graph?.tables.table(of: self)?.recordChange(of: self)
    }

    /// ``_willChange(_:)`` for code that does not know the type, or that changes a deleted object as part of a deletion.
    package func willChangeAny(_ property: Int) {
        guard _objectState.phase == .deleted, _objectState.isWatched else { return _willChange(property) }
        _objectState.batch?.link.graph?.tables.table(of: self)?.recordChange(of: self)
        if let changes = _objectState.changes, changes.properties.contains(property) { return }
        recordChange(property)
    }

    @inlinable func recordChange(_ property: Int) {
        if let changes = _objectState.changes {
            changes.insert(property)
            return
        }
        // The snapshot is made here and moves into the record: a copy would retain every text of the object.
        let record = ChangeRecord(original: snapshot, PropertySet())
        ObjectTable.markChanged(&_objectState, property, in: record)
        guard !_objectState.isTouched, let graph = _objectState.batch?.link.graph else { return }
        graph.didChange(self)
    }
}
