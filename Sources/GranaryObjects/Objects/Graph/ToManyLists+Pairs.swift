/// Unsaved pairs of many-to-many relationships.
extension ToManyLists {
    /// Notes that a pair was added to or removed from a many-to-many relationship.
    ///
    /// A pair of two stored objects that was added and removed again, or the other way round, is still written: others
    /// may have changed it, and the program's last change wins.
    func link(_ owner: any Model, _ member: any Model, _ table: LinkTable, isFirst: Bool, added: Bool) {
        let ends = isFirst ? (owner, member) : (member, owner)
        let pair = links.makePair(ends.0, ends.1, wasConnected: !added)
        let isNew = owner._objectState.phase == .inserted || member._objectState.phase == .inserted
        // No store can hold a pair with a new object, unless it is being saved.
        let isUndone =
            isNew && links.change(of: pair, table.name) == !added && !links.isBeingSaved(pair, table.name)
        links.mark(pair, table.name, as: isUndone ? nil : added)
    }

    /// Forgets the noted changes of all pairs with an object for which `isGone` holds; lists of new objects are
    /// rebuilt.
    ///
    /// Complexity: O(noted pairs).
    func removeLinks(where isGone: (any Model) -> Bool) {
        for (table, pairs) in links.pairs {
            for pair in pairs.keys where isGone(pair.first) || isGone(pair.second) {
                links.removeChange(of: pair, table)
                tables.invalidateUnsavedMembers(of: pair.first)
                tables.invalidateUnsavedMembers(of: pair.second)
            }
        }
    }
}
