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
    package func link(_ owner: any Model, _ member: any Model, _ table: LinkTable, isFirst: Bool, added: Bool)
    {
        let pair = isFirst ? linkPair(owner, member) : linkPair(member, owner)
        guard let present = storedPairs[table.name]?.index(forKey: pair) else {
            storedPairs[table.name, default: [:]][pair] = added
            pairIndexes[table.name]?.insert(pair)
            return
        }
        guard let pairs = storedPairs[table.name], pairs[present].value != added else { return }
        // Added and removed again, or the other way round: the pair is as it was saved.
        pairIndexes[table.name]?.remove(pairs[present].key)
        storedPairs[table.name]?[pair] = nil
        if storedPairs[table.name]?.isEmpty == true { storedPairs[table.name] = nil }
    }

    /// A pair to be noted, after all that were noted before.
    func linkPair(_ first: any Model, _ second: any Model) -> LinkPair {
        linkCount += 1
        return LinkPair(first: first, second: second, number: linkCount)
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
