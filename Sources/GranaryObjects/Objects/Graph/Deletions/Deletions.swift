/// The effects of the delete rules for the unsaved deletions, by the deleted object.
final class Deletions {
    /// The records by the identity of the deleted object.
    @exclusivity(unchecked) private(set) var records: [ObjectIdentifier: Deletion] = [:]
    /// The objects that the program has removed from an owner whose relationship deletes removed ones, each with its
    /// relationship to the owner.
    @exclusivity(unchecked) private(set) var removed: [(object: any Model, relationship: Relationship)] = []

    /// Starts empty.
    init() {}

    /// Whether no deletion has had an effect.
    var isEmpty: Bool { records.isEmpty }

    /// The record of an object's deletion; without one, the program deleted it directly.
    subscript(object: any Model) -> Deletion? { records[ObjectIdentifier(object)] }

    /// The references to one that rules have cleared, by the object that has lost them.
    ///
    /// Complexity: O(effects of all deletions).
    var clearedReferences: [ObjectIdentifier: [(relationship: Relationship, target: ObjectKey)]] {
        var found: [ObjectIdentifier: [(relationship: Relationship, target: ObjectKey)]] = [:]
        for deletion in records.values where !deletion.cleared.isEmpty {
            let key = deletion.object.erasedKey
            for (object, relationship) in deletion.cleared {
                found[ObjectIdentifier(object), default: []].append((relationship, key))
            }
        }
        return found
    }

    /// Notes that the program deleted an object itself: it stays deleted when the deletion that reached it is given up.
    func name(_ object: any Model) { records[ObjectIdentifier(object)]?.isNamed = true }

    /// Records the effects of the rules for a deletion.
    func record(_ deletion: Deletion) {
        let identity = ObjectIdentifier(deletion.object)
        // Rules run again for a deleted object when others have made more objects refer to it
        // (Docs/Decisions/deletions-and-their-keys.md).
        if var known = records[identity] {
            known.reached += deletion.reached
            known.cleared += deletion.cleared
            known.clearedByMerging += deletion.clearedByMerging
            known.unlinked += deletion.unlinked
            records[identity] = known
        } else if !deletion.isAlone {
            records[identity] = deletion
        }
        for reached in deletion.reached {
            let identity = ObjectIdentifier(reached)
            if records[identity] == nil {
                records[identity] = Deletion(reached)
                // Every deletion by a rule has a record, so without one the program has deleted the object itself.
                records[identity]?.isNamed = reached._objectState.phase == .deleted
            }
            records[identity]?.causes.append(deletion.object)
        }
    }

    /// Removes and returns the record of a deletion that was given up or carried out.
    @discardableResult
    func remove(_ object: any Model) -> Deletion? {
        records.removeValue(forKey: ObjectIdentifier(object))
    }

    /// Forgets every deletion.
    func removeAll() {
        records = [:]
        removed = []
    }

    /// Notes an object that the program has removed from its owner, for the next save to delete.
    func noteRemoved(_ object: any Model, from relationship: Relationship) {
        removed.append((object, relationship))
    }

    /// Forgets the removed objects that were noted first, which a save has treated.
    func forgetRemoved(first count: Int) { removed.removeFirst(min(count, removed.count)) }

    /// Returns to earlier records.
    func set(to earlier: [ObjectIdentifier: Deletion]) { records = earlier }

    /// Notes that a deletion no longer reaches an object; returns the record of the object's own deletion.
    func remove(cause: any Model, of object: any Model) -> Deletion? {
        records[ObjectIdentifier(object)]?.causes.removeAll { $0 === cause }
        return records[ObjectIdentifier(object)]
    }
}
