/// The rows that a save has written for one entity, for the notice to other contexts.
///
/// Models use it through `_markSaved(in:)`, so that the compiler specializes this code for each model.
@_documentation(visibility: private)
public struct SavedRows {
    /// The version of the rows.
    @usableFromInline let version: Int64
    /// The relationships to one that determine the lists an object is in.
    @usableFromInline let listing: PropertySet
    /// The keys of the changed rows.
    @usableFromInline package var updated: [KeyBits] = []
    /// The keys of the rows that entered lists; `nil` if there are too many for a notice.
    @usableFromInline package var moved: [ObjectKey]? = []
    /// The link of the objects that a save in the background has written; `nil` where none of them may be marked saved.
    @usableFromInline let link: GraphLink?
    /// The positions of the saved objects that need a closer look.
    @usableFromInline package var unsettled: [Int] = []
    /// The properties that were edited during the save.
    @usableFromInline package var edits: [(position: Int, properties: PropertySet)] = []

    /// The largest number of such keys.
    private static let mostMoved = 256

    /// Starts without rows.
    package init(version: Int64, listing: PropertySet, of link: GraphLink? = nil) {
        self.version = version
        self.listing = listing
        self.link = link
    }

    @usableFromInline mutating func addMoved(_ key: ObjectKey) {
        moved?.append(key)
        // All keys would cost 16 bytes and more a row; without them others reload their lists
        // (Docs/Decisions/merging-what-others-save.md).
        if let moved, moved.count > Self.mostMoved { self.moved = nil }
    }

    /// Notes an object as it was written.
    @inlinable mutating func add<M: Model>(
        _ object: M, _ phase: ObjectPhase, _ changed: PropertySet
    ) {
        switch phase {
        case .inserted: if moved != nil, !listing.isEmpty { addMoved(object.objectKey.objectKey) }
        case .stored:
            updated.append(object.objectKey.keyBits)
            if moved != nil, !listing.intersection(changed).isEmpty { addMoved(object.objectKey.objectKey) }
        case .deleted, .transient, .detached: break
        }
    }
}

extension Model {
    /// Marks the object saved; returns false for a deleted one, which the caller detaches.
    @inlinable public func _markSaved(in saved: inout SavedRows) -> Bool {
        let phase = _objectState.phase
        if phase == .deleted { return false }
        guard _objectState.isPending else {
            ObjectTable.markUntouched(&_objectState)
            return true
        }
        saved.add(self, phase, _objectState.changes?.properties ?? PropertySet())
        ObjectTable.markSaved(&_objectState, at: saved.version)
        return true
    }
}
