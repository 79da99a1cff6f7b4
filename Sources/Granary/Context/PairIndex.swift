/// The unsaved pairs of one link table by each of their objects.
struct PairIndex {
    private var byFirst: [ObjectIdentifier: [Int: LinkPair]] = [:]
    private var bySecond: [ObjectIdentifier: [Int: LinkPair]] = [:]

    /// Begins with some pairs.
    init(_ pairs: some Sequence<LinkPair>) {
        for pair in pairs { insert(pair) }
    }

    /// Adds a pair.
    mutating func insert(_ pair: LinkPair) {
        byFirst[ObjectIdentifier(pair.first), default: [:]][pair.number] = pair
        bySecond[ObjectIdentifier(pair.second), default: [:]][pair.number] = pair
    }

    /// Removes a pair.
    mutating func remove(_ pair: LinkPair) {
        byFirst[ObjectIdentifier(pair.first)]?[pair.number] = nil
        bySecond[ObjectIdentifier(pair.second)]?[pair.number] = nil
    }

    /// The pairs of which an object is the first half, or the second one; in no order.
    func pairs(of object: any Model, isFirst: Bool) -> some Collection<LinkPair> {
        (isFirst ? byFirst : bySecond)[ObjectIdentifier(object)]?.values ?? [:].values
    }
}

extension ManagedContext {
    /// Notes a pair that is added to or removed from a many-to-many relationship.
    ///
    /// A pair of two stored objects that was added and removed again, or the other way round, is still written:
    /// others may have changed it meanwhile, and the last word of the program counts.
    package func link(_ owner: any Model, _ member: any Model, _ table: LinkTable, isFirst: Bool, added: Bool)
    {
        let ends = isFirst ? (owner, member) : (member, owner)
        let pair = linkPair(ends.0, ends.1, wasConnected: !added)
        let isNew = owner.objectState.phase == .inserted || member.objectState.phase == .inserted
        // No store can have the pair of a new object.
        let isUndone = isNew && storedPairs[table.name]?[pair] == !added
        note(pair, table.name, as: isUndone ? nil : added)
    }

    /// Notes a pair as added or removed, or as neither; one that is noted keeps its number.
    ///
    /// Single pairs change nowhere else, so that indexes and the steps that can be undone know of each.
    func note(_ pair: LinkPair, _ table: String, as change: Bool?) {
        undoHistory?.openPairs[table, default: []].insert(pair)
        guard let present = storedPairs[table]?.key(of: pair) else {
            guard let change else { return }
            storedPairs[table, default: [:]][pair] = change
            pairIndexes[table]?.insert(pair)
            return
        }
        if let change {
            storedPairs[table]?[pair] = change
            return
        }
        pairIndexes[table]?.remove(present)
        storedPairs[table]?[pair] = nil
        if storedPairs[table]?.isEmpty == true { storedPairs[table] = nil }
    }

    /// Forgets what was noted of the pairs for whose objects a condition holds, also in the lists of new objects.
    ///
    /// Complexity: O(pairs that are noted).
    func forgetLinks(where isGone: (any Model) -> Bool) {
        for (table, pairs) in storedPairs {
            for pair in pairs.keys where isGone(pair.first) || isGone(pair.second) {
                note(pair, table, as: nil)
                forgetUnsavedMembers(of: pair.first)
                forgetUnsavedMembers(of: pair.second)
            }
        }
    }

    /// A pair to be noted, after all that were noted before.
    func linkPair(_ first: any Model, _ second: any Model, wasConnected: Bool) -> LinkPair {
        linkCount += 1
        return LinkPair(first: first, second: second, wasConnected: wasConnected, number: linkCount)
    }

    /// The unsaved pairs of some objects, in the order in which they were noted, with whether they are added.
    ///
    /// Complexity: O(pairs found), or O(unsaved pairs) where there are not many more of them than objects.
    func pendingPairs(of owners: OwnerMap, _ table: LinkTable, isFirst: Bool) -> [(
        pair: LinkPair, added: Bool
    )] {
        guard let pending = storedPairs[table.name] else { return [] }
        let found: [(pair: LinkPair, added: Bool)]
        if owners.owners.count < pending.count / 8 {
            let index = pairIndexes[table.name] ?? PairIndex(pending.keys)
            pairIndexes[table.name] = index
            lookedAt += owners.owners.count
            found = owners.owners.flatMap { index.pairs(of: $0, isFirst: isFirst) }
                .compactMap { pair in pending[pair].map { (pair, $0) } }
        } else {
            lookedAt += pending.count
            found = pending.lazy.filter { pair, _ in
                let owner = isFirst ? pair.first : pair.second
                return owners[owner.erasedKey.bits] === owner
            }.map { ($0.key, $0.value) }
        }
        return found.sorted { $0.pair.number < $1.pair.number }
    }
}
