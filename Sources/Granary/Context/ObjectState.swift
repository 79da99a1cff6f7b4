/// What the framework keeps inside every object: 32 bytes, no allocation until the first change.
public struct ObjectState {
    /// The group the object was fetched with, which also knows its context; `nil` for an object outside
    /// contexts.
    @usableFromInline package var group: FetchGroup?
    /// The row's version when it was read; 0 for an object that was never stored.
    @usableFromInline package var version: Int64 = 0
    /// What has changed since the row was read or saved.
    @usableFromInline package var changes: ChangeRecord?
    /// The object's place in its identity map.
    @usableFromInline package var slot: UInt32 = .max
    /// Where the object is in its life.
    @usableFromInline package var phase: ObjectPhase = .transient
    /// Whether the object is in its register's list of touched objects.
    @usableFromInline package var isTouched = false
    /// Whether a list of members may hold the object while it is in no context.
    @usableFromInline package var isListed = false

    /// Whether the object's register is told before its next change.
    @usableFromInline package var isWatched = false

    /// Makes the state of an object outside contexts.
    @inlinable public init() {}
}

extension ObjectState {
    /// Whether the object is in a context, where its key is final, and not deleted.
    @inlinable package var isIdentified: Bool { phase == .inserted || phase == .stored }

    /// Whether the object is in no context.
    @inlinable package var isOutside: Bool { phase == .transient || phase == .detached }

    /// Whether the object was inserted or fetched without others, and not together with the members of a group.
    @inlinable package func isApart(from other: FetchGroup) -> Bool {
        if let group { group !== other && group.isNarrow } else { false }
    }

    /// Whether the object is, or was, in the context at the end of a link.
    @inlinable package func isLinked(by link: ContextLink) -> Bool { group?.link === link }
}

/// Where an object is in its life.
@frozen @usableFromInline package enum ObjectPhase: UInt8 {
    /// Made by the program, not inserted.
    case transient
    /// Inserted, not saved.
    case inserted
    /// Stored; possibly changed.
    case stored
    /// Deleted in its context, not saved.
    case deleted
    /// No longer in a context: deleted and saved, rolled back, or its context is gone.
    case detached
}

/// The changed properties of a stored object, and what all were before the first change.
@usableFromInline package final class ChangeRecord {
    /// The changed properties.
    // Every access is a single read or write, so there is nothing for the runtime to watch at each setter.
    @exclusivity(unchecked) @usableFromInline package var properties = PropertySet()
    /// The object's snapshot before the first change.
    @usableFromInline package let original: any ModelSnapshot

    /// Begins a record without changes.
    @inlinable package init(original: any ModelSnapshot) { self.original = original }
}
