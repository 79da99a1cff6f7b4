/// References of unsaved objects to objects that others have deleted.
extension ObjectTables {
    /// Clears references of unsaved objects to rows that are gone, as if the deletion had been made here.
    ///
    /// Stored objects without changes are reloaded instead, with the effects that the deletion had on them.
    ///
    /// Complexity: O(unsaved objects that can refer to the entity).
    func clearReferences(to gone: Set<KeyBits>, _ table: ObjectTable) {
        if gone.isEmpty { return }
        for other in self where other.hasChanges {
            for relationship in other.entity.toOne where relationship.destination === table.entity {
                for object in other.touched where object._objectState.isIdentified {
                    guard let bits = object._referenceBits(at: relationship.position), gone.contains(bits),
                        table.map.object(bits) == nil
                    else { continue }
                    object.clear(relationship)
                }
            }
        }
    }

    /// The keys of an entity that unsaved objects refer to and that are not loaded.
    func missingTargets(of entity: Entity) -> [KeyBits: ObjectKey] {
        var keys: [KeyBits: ObjectKey] = [:]
        for other in self where other.hasChanges {
            for relationship in other.entity.toOne where relationship.destination === entity {
                for object in other.touched where object._objectState.isIdentified {
                    guard let key = object.referenceKey(at: relationship.position),
                        self[entity.index].map.object(key.bits) == nil
                    else { continue }
                    keys[key.bits] = key
                }
            }
        }
        return keys
    }
}
