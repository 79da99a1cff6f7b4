/// What the framework keeps inside every object: 32 bytes, no allocation until the first change.
///
/// Only an `ObjectTable` changes it, by the transitions that stand in this file with it.
@_documentation(visibility: private)
public struct ObjectState {
    /// The batch the object was fetched with, which also knows its context; `nil` for an object outside
    /// contexts.
    @usableFromInline package fileprivate(set) var batch: LoadBatch?
    /// The row's version when it was read; 0 for an object that was never stored, -1 for one that has to be read
    /// again.
    @usableFromInline package fileprivate(set) var version: Int64 = 0
    /// What has changed since the row was read or saved.
    @usableFromInline package fileprivate(set) var changes: ChangeRecord?
    /// The object's place in its identity map.
    @usableFromInline package fileprivate(set) var slot: UInt32 = .max
    /// Where the object is in its life.
    @usableFromInline package fileprivate(set) var phase: ObjectPhase = .transient
    /// Whether the object is in its table's list of touched objects.
    @usableFromInline package fileprivate(set) var isTouched = false
    /// Whether a list of members may hold the object while it is in no context.
    @usableFromInline package fileprivate(set) var isListed = false
    /// Whether the object's table is told before its next change.
    @usableFromInline package fileprivate(set) var isWatched = false

    /// Makes the state of an object outside contexts.
    @inlinable public init() {}
}

extension ObjectState {
    /// Whether the object is in a context, where its key is final, and not deleted.
    @inlinable package var isIdentified: Bool { phase == .inserted || phase == .stored }

    /// Whether the object is in no context.
    @inlinable package var isOutside: Bool { phase == .transient || phase == .detached }

    /// Whether the object is in a context, and its store has a row of it as far as the context knows.
    @inlinable package var isKnown: Bool { phase == .stored || phase == .deleted }

    /// Whether the object is stored and has no changes of its own.
    @inlinable package var isClean: Bool { phase == .stored && changes == nil }

    /// Whether the object was inserted or fetched without others, and not together with the members of a batch.
    @inlinable package func isApart(from other: LoadBatch) -> Bool {
        if let batch { batch !== other && batch.isNarrow } else { false }
    }

    /// Whether the object is, or was, in the context at the end of a link.
    @inlinable package func isLinked(by link: GraphLink) -> Bool { batch?.link === link }

    /// Whether a save would write something for the object.
    package var isPending: Bool {
        switch phase {
        case .inserted, .deleted: true
        case .stored: changes != nil
        case .transient, .detached: false
        }
    }
}

/// Where an object is in its life.
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

/// The changed properties of a stored object, and what all were before the first change.
@usableFromInline package final class ChangeRecord {
    /// The changed properties.
    // Every access is a single read or write, so there is nothing for the runtime to watch at each setter.
    @exclusivity(unchecked) @usableFromInline package private(set) var properties: PropertySet
    /// The object's snapshot before the first change.
    @usableFromInline package let original: any ModelSnapshot

    /// Makes a record of some changed properties.
    package init(original: any ModelSnapshot, _ properties: PropertySet) {
        self.original = original
        self.properties = properties
    }

    /// Adds a property.
    @usableFromInline func note(_ property: Int) { properties.insert(property) }
}

// MARK: Transitions that run once per row or object

// They take the state of the object beside it, so that nothing is found out about the model's type at run time. A
// call costs one or two nanoseconds more than the same inlined into the model's module, where everybody could write.
extension ObjectTable {
    /// Makes an object that is in no context a new one of this context; its key is that of no object in the map.
    ///
    /// - Returns: False where the object is in a context; nothing has changed then.
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
        if hasAbsent { forgetAbsent(bits) }
        return true
    }

    /// Makes an object that was made of a row a stored one of this context; its key is that of no object in the map.
    @usableFromInline package func load(
        _ object: any Model, _ state: inout ObjectState, _ bits: KeyBits, version: Int64,
        into batch: LoadBatch
    ) {
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

    /// Notes that a stored object without changes holds what a row of a version holds.
    ///
    /// - Returns: False for an object that has changes, or is not stored.
    @discardableResult
    @usableFromInline package static func update(_ state: inout ObjectState, to version: Int64) -> Bool {
        guard state.isClean else { return false }
        state.version = version
        return true
    }

    /// Notes the first change of an object that a store knows.
    ///
    /// - Returns: False for an object that no store knows, or that has changes.
    @discardableResult
    @usableFromInline package static func markChanged(
        _ state: inout ObjectState, _ property: Int, from original: any ModelSnapshot
    ) -> Bool {
        guard state.isKnown, state.changes == nil else { return false }
        let changes = ChangeRecord(original: original, PropertySet())
        changes.note(property)
        state.changes = changes
        return true
    }

    /// Notes that an inserted or changed object is saved.
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

    /// Notes that a touched object has turned out to have nothing to save.
    @usableFromInline package static func markUntouched(_ state: inout ObjectState) {
        state.isTouched = false
    }

    /// Lets an object go whose link to the context is cut.
    @usableFromInline package static func abandon(_ state: inout ObjectState) {
        state.phase = .detached
        state.isListed = true
    }

    /// Notes that the table need not be told of the next change any more.
    @usableFromInline package static func unwatch(_ state: inout ObjectState) { state.isWatched = false }

    /// Notes that a list of members may hold an object that is in no context.
    package static func markListed(_ state: inout ObjectState) { state.isListed = true }
}

// MARK: Transitions that are rarer

extension ObjectTable {
    /// Marks a stored object deleted; what it refers to is the caller's business.
    ///
    /// - Returns: False for an object in another phase.
    @discardableResult
    package func markDeleted(_ object: any Model) -> Bool {
        guard object.objectState.phase == .stored else { return false }
        record(object)
        object.objectState.phase = .deleted
        touch(object)
        return true
    }

    /// Takes a deleted object out of the map, so that a new one can have its key; it goes on waiting for the save.
    ///
    /// - Returns: False for an object that is not deleted.
    @discardableResult
    package func replaceDeleted(_ object: any Model) -> Bool {
        guard object.objectState.phase == .deleted else { return false }
        noteReplaced(object)
        map.remove(at: object.objectState.slot)
        return true
    }

    /// Makes a deleted object a stored one again, with the changes it had; no new one has its key.
    ///
    /// - Returns: False for an object that is not deleted.
    @discardableResult
    package func revive(_ object: any Model) -> Bool {
        guard object.objectState.phase == .deleted else { return false }
        record(object)
        object.objectState.phase = .stored
        // While it was deleted, it was in none.
        dropPendingIndexes()
        let bits = object.erasedKey.bits
        forgetReplaced(object, bits)
        putIntoMap(object, bits)
        return true
    }

    /// Makes a changed object whose row is gone a new one, which the next save inserts again.
    ///
    /// - Returns: False for an object that is not stored.
    @discardableResult
    package func insertAgain(_ object: any Model) -> Bool {
        guard object.objectState.phase == .stored else { return false }
        object.objectState.changes = nil
        object.objectState.phase = .inserted
        dropPendingIndexes()
        touch(object)
        return true
    }

    /// Says what has changed in an object that a store knows, and from which row.
    ///
    /// - Returns: False for an object that no store knows.
    @discardableResult
    package func setChanges(of object: any Model, to changes: ChangeRecord?, from version: Int64? = nil)
        -> Bool
    {
        guard object.objectState.isKnown else { return false }
        object.objectState.changes = changes.flatMap { $0.properties.isEmpty ? nil : $0 }
        if let version { object.objectState.version = version }
        if object.objectState.changes != nil { touch(object) }
        return true
    }

    /// Lets an object that a store knows have no changes any more; one that is not deleted leaves the touched ones.
    ///
    /// - Returns: False for an object that no store knows.
    @discardableResult
    package func discardChanges(of object: any Model) -> Bool {
        guard object.objectState.isKnown else { return false }
        object.objectState.changes = nil
        if object.objectState.phase == .stored, object.objectState.isTouched {
            object.objectState.isTouched = false
            removeTouched(object)
        }
        return true
    }

    /// Notes that the row of an object that a store knows has to be read again.
    ///
    /// - Returns: False for an object that no store knows.
    @discardableResult
    package func invalidate(_ object: any Model) -> Bool {
        guard object.objectState.isKnown else { return false }
        object.objectState.version = -1
        return true
    }

    /// Takes an object out of the context; a deleted one whose key it had taken is found by that key again.
    ///
    /// - Returns: False for an object that is in no context.
    @discardableResult
    package func detach(_ object: any Model) -> Bool {
        let state = object.objectState
        guard !state.isOutside else { return false }
        record(object)
        let bits = object.erasedKey.bits
        if state.isTouched { removeTouched(object) }
        clear(object)
        forgetReplaced(object, bits)
        if map.object(at: state.slot) === object {
            map.remove(at: state.slot)
            if state.phase == .inserted, let earlier = takeReplaced(bits) { putIntoMap(earlier, bits) }
        }
        return true
    }

    /// Takes every object out of the context.
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

    /// Takes every object out of the context, whose link to it is cut.
    package func abandonAll() {
        let touched = emptyList()
        for object in touched { clear(object) }
        type?.detach(LoadedObjects(self))
    }

    /// Makes an object what it was at an earlier moment, at which it was in the context.
    package func setBack(_ object: any Model, to earlier: ObjectState, _ changes: ChangeRecord?) {
        let wasTouched = object.objectState.isTouched
        object.objectState = earlier
        object.objectState.changes = changes
        object.objectState.isTouched = wasTouched
        dropPendingIndexes()
        putIntoMap(object, object.erasedKey.bits)
        if wasTouched, !earlier.isTouched {
            object.objectState.isTouched = false
            removeTouched(object)
        }
        if earlier.isTouched { touch(object) }
    }

    /// Notes that an object was inserted, changed or deleted.
    package func touch(_ object: any Model) {
        if object.objectState.isTouched { return }
        object.objectState.isTouched = true
        addTouched(object)
    }

    /// Has the table told before the next change of an object.
    func watch(_ object: any Model) { object.objectState.isWatched = true }

    /// Empties the list of touched objects; those that were in it.
    @discardableResult
    func drain() -> ContiguousArray<any Model> {
        let touched = emptyList()
        for object in touched { object.objectState.isTouched = false }
        return touched
    }

    private func putIntoMap(_ object: any Model, _ bits: KeyBits) {
        if let place = map.place(of: bits), map.object(at: place) === object {
            object.objectState.slot = place
        } else {
            object.objectState.slot = map.insert(object, bits)
        }
    }

    private func clear(_ object: any Model) {
        object.objectState.phase = .detached
        object.objectState.batch = nil
        object.objectState.changes = nil
        // What remains is whether it was ever stored.
        if object.objectState.version != 0 { object.objectState.version = -1 }
        object.objectState.slot = .max
        object.objectState.isTouched = false
        object.objectState.isListed = true
    }
}
