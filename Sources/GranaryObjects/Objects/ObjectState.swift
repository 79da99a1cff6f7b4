/// The framework's state inside every object: 32 bytes, and no allocation until the first change.
///
/// Only an `ObjectTable` changes it, by the transitions in this file.
@_documentation(visibility: private)
public struct ObjectState {
    /// The object's batch, which also leads to its context; `nil` for an object outside of contexts.
    @usableFromInline package fileprivate(set) var batch: LoadBatch?
    /// The row's version when it was read; 0 if the object was never stored, -1 if the row has to be read again.
    @usableFromInline package fileprivate(set) var version: Int64 = 0
    /// The changes since the row was read or saved.
    @usableFromInline package fileprivate(set) var changes: ChangeRecord?
    /// The object's place in its identity map.
    @usableFromInline package fileprivate(set) var slot: UInt32 = .max
    /// The phase of the object's life.
    @usableFromInline package fileprivate(set) var phase: ObjectPhase = .transient
    /// Whether the object is in its table's list of touched objects.
    @usableFromInline package fileprivate(set) var isTouched = false
    /// Whether a list of members may hold the object while it is in no context.
    @usableFromInline package fileprivate(set) var isListed = false
    /// Whether the object's table is notified before its next change.
    @usableFromInline package fileprivate(set) var isWatched = false

    /// Makes the state of an object outside of contexts.
    @inlinable public init() {}
}

extension ObjectState {
    /// The part of a state that a table keeps for itself.
    @usableFromInline struct Place {
        @usableFromInline let slot: UInt32
        @usableFromInline let isTouched: Bool
        @usableFromInline let isListed: Bool
        @usableFromInline let isWatched: Bool

        // Read from the object field by field: passing its state copies that, with its references.
        @inlinable init(of object: some Model) {
            slot = object._objectState.slot
            isTouched = object._objectState.isTouched
            isListed = object._objectState.isListed
            isWatched = object._objectState.isWatched
        }
    }

    /// A state that was remembered in parts.
    init(
        phase: ObjectPhase, version: Int64, _ changes: ChangeRecord?, _ batch: LoadBatch?, _ place: Place
    ) {
        self.phase = phase
        self.version = version
        self.changes = changes
        self.batch = batch
        slot = place.slot
        isTouched = place.isTouched
        isListed = place.isListed
        isWatched = place.isWatched
    }
}

extension ObjectState {
    /// Whether the object is in a context and not deleted; its key is then final.
    @inlinable package var isIdentified: Bool { phase == .inserted || phase == .stored }

    /// Whether the object is in no context.
    @inlinable package var isOutside: Bool { phase == .transient || phase == .detached }

    /// Whether the object is in a context and, by the context's knowledge, has a row in its store.
    @inlinable package var isKnown: Bool { phase == .stored || phase == .deleted }

    /// Whether the object is stored and has no unsaved changes.
    @inlinable package var isClean: Bool { phase == .stored && changes == nil }

    /// Whether the object is in another batch that records fewer than two members.
    @inlinable package func isApart(from other: LoadBatch) -> Bool {
        if let batch { batch !== other && batch.isNarrow } else { false }
    }

    /// Whether the object was stored, and has left its context.
    var isGone: Bool { phase == .detached && version != 0 }

    /// Whether the object is, or was, in the context of a link.
    @inlinable package func isLinked(by link: GraphLink) -> Bool { batch?.link === link }

    /// Whether a save would write something for the object.
    @inlinable package var isPending: Bool {
        switch phase {
        case .inserted, .deleted: true
        case .stored: changes != nil
        case .transient, .detached: false
        }
    }
}

/// The phases of an object's life.
@frozen @usableFromInline package enum ObjectPhase: UInt8, CaseIterable, Sendable {
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

/// The changed properties of a stored object, and its snapshot before the first change.
@usableFromInline package final class ChangeRecord {
    /// The changed properties.
    // Every access is a single read or write, so setters need no exclusivity checks.
    @exclusivity(unchecked) @usableFromInline package private(set) var properties: PropertySet
    /// The object's snapshot before the first change.
    @usableFromInline package let original: any ModelSnapshot

    /// Makes a record of some changed properties.
    @inlinable package init(original: any ModelSnapshot, _ properties: PropertySet) {
        self.original = original
        self.properties = properties
    }

    /// Adds a property.
    @usableFromInline func insert(_ property: Int) { properties.insert(property) }
}

// MARK: Transitions that run once per row or object

// They take the object's state as an argument next to the object, so that nothing about the model's type is looked up
// at run time. A call costs one or two nanoseconds more than code inlined into the model's module; only `load`, which
// runs for every row, is inlined there. The setters are still closed to other files.
extension ObjectTable {
    /// Makes an object outside of contexts a new object of this context; no object in the map may have its key.
    ///
    /// - Returns: False, without any effect, if the object is in a context.
    @usableFromInline package func insert(
        _ object: any Model, _ state: inout ObjectState, _ bits: KeyBits, into batch: LoadBatch
    ) -> Bool {
        guard state.isOutside else { return false }
        let isListed = state.isListed
        state = ObjectState()
        state.isListed = isListed
        state.batch = batch
        state.phase = .inserted
        state.isTouched = true
        state.slot = map.insert(object, bits)
        addNew(object)
        if hasAbsent { removeAbsent(bits) }
        return true
    }

    /// Makes an object that was created from a row a stored object of this context; no object in the map may have its
    /// key.
    ///
    /// The object must be transient. Only debug builds check that, since this runs for every row.
    @inlinable package func load(
        _ object: AnyObject, _ state: inout ObjectState, _ bits: KeyBits, version: Int64,
        into batch: LoadBatch
    ) {
        assert(state.phase == .transient, "An object that is loaded must just have been made of a row.")
        let slot = map.insert(object, bits)
        state.batch = batch
        state.version = version
        state.phase = .stored
        state.slot = slot
        if !batch.isLone { batch.slots.append(slot) }
    }

    /// Makes a stored object that was fetched or inserted alone a member of a batch.
    ///
    /// - Returns: False for an object in another phase.
    @discardableResult
    @usableFromInline package static func attach(_ state: inout ObjectState, to batch: LoadBatch) -> Bool {
        guard state.phase == .stored else { return false }
        state.batch = batch
        batch.slots.append(state.slot)
        return true
    }

    /// Notes that an unchanged stored object now holds the values of a row version.
    ///
    /// - Returns: False for an object that has changes or is not stored.
    @discardableResult
    @usableFromInline package static func update(_ state: inout ObjectState, to version: Int64) -> Bool {
        guard state.isClean else { return false }
        state.version = version
        return true
    }

    /// Records the first change of a stored or deleted object in an empty record.
    ///
    /// - Returns: False for an object that is in another phase or already has changes.
    @discardableResult
    @usableFromInline package static func markChanged(
        _ state: inout ObjectState, _ property: Int, in record: ChangeRecord
    ) -> Bool {
        guard state.isKnown, state.changes == nil else { return false }
        record.insert(property)
        state.changes = record
        return true
    }

    /// Marks an inserted or changed object saved.
    ///
    /// - Returns: False for an object in another phase.
    @discardableResult
    @usableFromInline package static func markSaved(_ state: inout ObjectState, at version: Int64) -> Bool {
        guard state.isIdentified else { return false }
        state.phase = .stored
        state.changes = nil
        state.version = version
        state.isTouched = false
        return true
    }

    /// Marks a touched object untouched, because it has nothing to save.
    @usableFromInline package static func markUntouched(_ state: inout ObjectState) {
        state.isTouched = false
    }

    /// Detaches an object whose link to the context is cut.
    @usableFromInline package static func abandon(_ state: inout ObjectState) {
        state.phase = .detached
        state.isListed = true
    }

    /// Begins watching an object that is in no context: its next change ends that.
    static func watch(_ state: inout ObjectState) { state.isWatched = true }

    /// Ends watching: the table is not notified of the next change.
    @usableFromInline package static func unwatch(_ state: inout ObjectState) { state.isWatched = false }

    /// Notes that a list of members may hold an object that is in no context.
    package static func markListed(_ state: inout ObjectState) { state.isListed = true }
}

// MARK: Rarer transitions

extension ObjectTable {
    /// Marks a stored object deleted, or a new one that is being saved; delete rules and references are up to the
    /// caller.
    ///
    /// - Returns: False for an object in another phase.
    @discardableResult
    package func markDeleted(_ object: any Model) -> Bool {
        let phase = object._objectState.phase
        guard phase == .stored || phase == .inserted && isBeingSaved(object) else { return false }
        record(object)
        object._objectState.phase = .deleted
        // A later change would be lost, and is an error.
        object._objectState.isWatched = true
        touch(object)
        return true
    }

    /// Removes a deleted object from the map, so that a new one can have its key; the next save still deletes it.
    ///
    /// - Returns: False for an object that is not deleted.
    @discardableResult
    package func replaceDeleted(_ object: any Model) -> Bool {
        guard object._objectState.phase == .deleted else { return false }
        addReplaced(object)
        map.remove(at: object._objectState.slot)
        return true
    }

    /// Makes a deleted object a stored one again, with its earlier changes, and one that is being saved a new one; no
    /// new object may have its key.
    ///
    /// - Returns: False for an object that is not deleted.
    @discardableResult
    package func revive(_ object: any Model) -> Bool {
        guard object._objectState.phase == .deleted else { return false }
        record(object)
        object._objectState.phase = isBeingSaved(object) ? .inserted : .stored
        // A deleted object is in no index.
        dropPendingIndexes()
        let bits = object.erasedKey.bits
        dropReplaced(object, bits)
        putIntoMap(object, bits)
        return true
    }

    /// Makes a changed object whose row is gone a new one, which the next save inserts.
    ///
    /// - Returns: False for an object that is not stored.
    @discardableResult
    package func insertAgain(_ object: any Model) -> Bool {
        guard object._objectState.phase == .stored else { return false }
        object._objectState.changes = nil
        object._objectState.phase = .inserted
        dropPendingIndexes()
        touch(object)
        return true
    }

    /// Makes a new object, whose row has not been deleted, a stored one with some changes.
    ///
    /// - Returns: False for an object in another phase.
    @discardableResult
    func keepStored(_ object: any Model, _ changes: ChangeRecord) -> Bool {
        guard object._objectState.phase == .inserted else { return false }
        object._objectState.phase = .stored
        dropPendingIndexes()
        setChanges(of: object, to: changes)
        if changes.properties.isEmpty { discardChanges(of: object) }
        return true
    }

    /// Sets the changes of a stored or deleted object, and the version of the row that they are based on.
    ///
    /// - Returns: False for an object in another phase.
    @discardableResult
    package func setChanges(of object: any Model, to changes: ChangeRecord?, from version: Int64? = nil)
        -> Bool
    {
        guard object._objectState.isKnown else { return false }
        object._objectState.changes = changes.flatMap { $0.properties.isEmpty ? nil : $0 }
        if let version { object._objectState.version = version }
        if object._objectState.changes != nil { touch(object) }
        return true
    }

    /// Discards the changes of a stored or deleted object; a stored one is no longer touched.
    ///
    /// - Returns: False for an object in another phase.
    @discardableResult
    package func discardChanges(of object: any Model) -> Bool {
        guard object._objectState.isKnown else { return false }
        object._objectState.changes = nil
        if object._objectState.phase == .stored, object._objectState.isTouched {
            object._objectState.isTouched = false
            removeTouched(object)
        }
        return true
    }

    /// Notes that the row of a stored or deleted object has to be read again.
    ///
    /// - Returns: False for an object in another phase.
    @discardableResult
    package func invalidate(_ object: any Model) -> Bool {
        guard object._objectState.isKnown else { return false }
        object._objectState.version = -1
        return true
    }

    /// Removes an object from the context; a deleted object whose key it had taken returns to the map.
    ///
    /// - Returns: False for an object that is in no context.
    @discardableResult
    package func detach(_ object: any Model) -> Bool {
        let state = object._objectState
        guard !state.isOutside else { return false }
        record(object)
        let bits = object.erasedKey.bits
        if state.isTouched { removeTouched(object) }
        clear(object)
        dropReplaced(object, bits)
        if map.object(at: state.slot) === object {
            map.remove(at: state.slot)
            // Also after a deleted one: its row may not be stored, while that of the earlier one still is.
            if let earlier = removeReplaced(bits) { putIntoMap(earlier, bits) }
        }
        return true
    }

    /// Removes every object from the context.
    package func detachAll() {
        let touched = emptyList()
        for object in touched { clear(object) }
        func empty<M: Model>(_ type: M.Type) {
            map.moveOut().forEach { object, _ in
                clear(unsafeDowncast(object, to: type))  // safe: the map holds this type only.
            }
        }
        if let type { empty(type) }
    }

    /// Releases every object after the link to the context was cut.
    package func abandonAll() {
        let touched = emptyList()
        for object in touched { clear(object) }
        if map.count > 0 { type?._detach(LoadedObjects(self)) }
    }

    /// Returns an object to an earlier state, in which it was in the context; a deleted object makes room for it.
    package func setBack(_ object: any Model, to earlier: ObjectState, _ changes: ChangeRecord?) {
        makeRoom(for: object)
        let wasTouched = object._objectState.isTouched
        object._objectState = earlier
        object._objectState.changes = changes
        object._objectState.isTouched = wasTouched
        dropPendingIndexes()
        putIntoMap(object, object.erasedKey.bits)
        if wasTouched, !earlier.isTouched {
            object._objectState.isTouched = false
            removeTouched(object)
        }
        if earlier.isTouched { touch(object) }
    }

    /// Adds an inserted, changed or deleted object to the touched ones, unless it is among them.
    package func touch(_ object: any Model) {
        if object._objectState.isTouched { return }
        object._objectState.isTouched = true
        addTouched(object)
    }

    /// Makes the object notify the table before its next change.
    func watch(_ object: any Model) { object._objectState.isWatched = true }

    /// Empties the list of touched objects, and returns them.
    @discardableResult
    func drain() -> ContiguousArray<any Model> {
        let touched = emptyList()
        for object in touched { object._objectState.isTouched = false }
        return touched
    }

    /// Removes the deleted object from the map that has the key of another one.
    private func makeRoom(for object: any Model) {
        func present<M: Model>(_ type: M.Type) -> (any Model)? {
            self.object(object.erasedKey.bits, as: type)
        }
        if let type, let other = present(type), other !== object { replaceDeleted(other) }
    }

    private func putIntoMap(_ object: any Model, _ bits: KeyBits) {
        if let place = map.place(of: bits), map.object(at: place) === object {
            object._objectState.slot = place
        } else {
            object._objectState.slot = map.insert(object, bits)
        }
    }

    private func clear(_ object: any Model) {
        object._objectState.phase = .detached
        object._objectState.batch = nil
        object._objectState.changes = nil
        // Keeps the fact that it was stored.
        if object._objectState.version != 0 { object._objectState.version = -1 }
        object._objectState.slot = .max
        object._objectState.isTouched = false
        object._objectState.isListed = true
    }
}
