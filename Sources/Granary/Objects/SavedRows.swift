/// What a save has written of one entity, as other contexts are told of it.
///
/// Models use it through `markSaved(in:)`, so that this code is compiled with each of them.
@_documentation(visibility: private)
public struct SavedRows {
    /// The version of the rows.
    @usableFromInline let version: Int64
    /// The relationships to one that decide in which lists an object is.
    @usableFromInline let listing: PropertySet
    /// The keys of the rows that were changed.
    @usableFromInline package var updated: [KeyBits] = []
    /// The keys of the rows that have come into lists; `nil` when there are too many to tell others.
    @usableFromInline package var moved: [ObjectKey]? = []

    /// More keys are not told.
    private static let mostMoved = 256

    /// Begins without rows.
    package init(version: Int64, listing: PropertySet) {
        self.version = version
        self.listing = listing
    }

    @usableFromInline mutating func noteMoved(_ key: ObjectKey) {
        moved?.append(key)
        if let moved, moved.count > Self.mostMoved { self.moved = nil }
    }

    /// Notes that an object is saved; false for one that is deleted, which leaves the context by another way.
    @inlinable public mutating func markSaved<M: Model>(_ object: M) -> Bool {
        switch object.objectState.phase {
        case .inserted:
            if moved != nil, !listing.isEmpty { noteMoved(object.objectKey.objectKey) }
        case .stored:
            guard let changes = object.objectState.changes else {
                ObjectTable.markUntouched(&object.objectState)
                return true
            }
            updated.append(object.objectKey.keyBits)
            if moved != nil, !listing.intersection(changes.properties).isEmpty {
                noteMoved(object.objectKey.objectKey)
            }
        case .deleted: return false
        case .transient, .detached:
            ObjectTable.markUntouched(&object.objectState)
            return true
        }
        ObjectTable.markSaved(&object.objectState, at: version)
        return true
    }
}
