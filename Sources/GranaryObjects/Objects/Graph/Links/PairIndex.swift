/// The unsaved pairs of one link table, by each of their two objects.
struct PairIndex {
    private var byFirst: [ObjectIdentifier: [Int: LinkPair]] = [:]
    private var bySecond: [ObjectIdentifier: [Int: LinkPair]] = [:]

    /// Makes an index of some pairs.
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

    /// The pairs that have an object as first or as second half, in no order.
    func pairs(of object: any Model, isFirst: Bool) -> some Collection<LinkPair> {
        (isFirst ? byFirst : bySecond)[ObjectIdentifier(object)]?.values ?? [:].values
    }
}
