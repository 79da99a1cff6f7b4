/// What delete rules did for the deletions that are to be saved, by the deleted object.
struct Deletions {
    private var records: [ObjectIdentifier: Deletion] = [:]

    /// Begins without any.
    init() {}

    /// Notes that the program wants an object deleted, whatever becomes of the deletion that has reached it.
    mutating func name(_ object: any Model) { records[ObjectIdentifier(object)]?.isNamed = true }

    /// Remembers what the rules did for a deletion.
    mutating func note(_ deletion: Deletion) {
        let identity = ObjectIdentifier(deletion.object)
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
                records[identity]?.isNamed = reached.objectState.phase == .deleted
            }
            records[identity]?.causes.append(deletion.object)
        }
    }

    /// Takes out what the rules did for an object's deletion, because it is given up or settled.
    @discardableResult
    mutating func remove(_ object: any Model) -> Deletion? {
        records.removeValue(forKey: ObjectIdentifier(object))
    }

    /// Forgets every deletion.
    mutating func removeAll() { records = [:] }

    /// Notes that a deletion does not reach an object any more; what is left of the object's own.
    mutating func remove(cause: any Model, of object: any Model) -> Deletion? {
        records[ObjectIdentifier(object)]?.causes.removeAll { $0 === cause }
        return records[ObjectIdentifier(object)]
    }
}
