/// Deleting the members that the program has removed from relationships which say so.
extension DeleteRules {
    /// Deletes the removed objects that have no owner, and all objects that their delete rules reach.
    ///
    /// Complexity: O(objects removed since the last save).
    ///
    /// - Throws: errors of loading what the rules concern; the remaining objects are then left for the next save.
    func deleteRemoved() throws {
        var treated = 0
        defer { deletions.forgetRemoved(first: treated) }
        for (object, relationship) in deletions.removed {
            if tables.isWithoutOwner(object, relationship) { try deleteWithReached(object) }
            treated += 1
        }
    }
}

extension ObjectGraph {
    /// The objects that the next save deletes because they were removed from their owners.
    ///
    /// Complexity: O(objects removed since the last save).
    var removedObjects: IdentitySet {
        guard let removed = removedFromOwners, !removed.isEmpty else { return IdentitySet() }
        return IdentitySet(removed.filter { tables.isWithoutOwner($0.object, $0.relationship) }.map(\.object))
    }
}

extension ObjectTables {
    /// Whether an object is in the context and refers to no owner.
    fileprivate func isWithoutOwner(_ object: any Model, _ relationship: Relationship) -> Bool {
        guard object._objectState.isIdentified, table(of: object) != nil,
            case .empty = object._reference(at: relationship.position)
        else { return false }
        return true
    }
}
