/// Updating lists after saves of others.
extension ChangeMerger {
    /// The most rows to enter into lists one by one; for more, all lists of the entity are invalidated.
    private static let mostEntering = 1_024

    /// Adds stored objects to the loaded lists of the objects that they refer to.
    ///
    /// Complexity: O(keys), with a request for those not loaded: a list may have gained an object that this context has
    /// never read.
    func enterLists(_ keys: [ObjectKey], _ table: ObjectTable) throws {
        let entity = table.entity
        guard graph.tables.hasLists(of: entity) else { return }
        var seen: Set<KeyBits> = []
        let wanted = keys.filter { table.map.place(of: $0.bits) == nil && seen.insert($0.bits).inserted }
        if wanted.count > Self.mostEntering {
            table.invalidateMembers()
            return
        }
        let entering = try loader.objects(wanted, of: entity)
        // The objects must live until a list holds them.
        withExtendedLifetime(entering) {
            for key in keys {
                guard let object = graph.tables.loadedObject(key.bits, of: entity),
                    object._objectState.phase == .stored,
                    object._objectState.changes == nil
                else { continue }
                graph.pairs.followOtherEnds(of: object, from: [:], table)
            }
        }
    }
}
