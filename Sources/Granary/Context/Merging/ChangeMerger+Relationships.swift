/// How lists follow what others have saved.
extension ChangeMerger {
    /// More rows are not looked at for what lists they are in; the lists are read again instead.
    private static let mostEntering = 1_024

    /// Adds stored objects to the lists that are loaded of what they refer to.
    ///
    /// Complexity: O(keys), with a request for those that are not loaded; they may have come into a list from nowhere.
    func enterLists(_ keys: [ObjectKey], _ table: ObjectTable) throws {
        let entity = table.entity
        guard graph.hasLists(of: entity) else { return }
        var seen: Set<KeyBits> = []
        let wanted = keys.filter { table.map.place(of: $0.bits) == nil && seen.insert($0.bits).inserted }
        if wanted.count > Self.mostEntering {
            table.forgetMembers()
            return
        }
        let entering = try loader.objects(wanted, of: entity)
        // Held until they are in the lists.
        withExtendedLifetime(entering) {
            for key in keys {
                guard let object = graph.loadedObject(key.bits, of: entity),
                    object.objectState.phase == .stored,
                    object.objectState.changes == nil
                else { continue }
                graph.followOtherEnds(of: object, from: [:], table)
            }
        }
    }
}
