/// The pairs of many-to-many relationships that were added or removed since the last save, by link table.
struct PendingLinks {
    /// The pairs added (true) and removed (false), by the table's name.
    private(set) var pairs: [String: [LinkPair: Bool]] = [:]
    /// The same pairs by their objects, for tables of which that was asked.
    private var indexes: [String: PairIndex] = [:]
    /// How many pairs were noted.
    private var count = 0
    /// Whether pairs that change are recorded, because a history is kept.
    private var isRecording = false
    /// The pairs that were added or removed since the last step that can be undone.
    private(set) var recorded: [String: Set<LinkPair>] = [:]

    /// Begins without pairs.
    init() {}

    /// Whether there is none.
    var isEmpty: Bool { pairs.isEmpty }

    /// A pair to be noted, after all that were noted before.
    mutating func makePair(_ first: any Model, _ second: any Model, wasConnected: Bool) -> LinkPair {
        count += 1
        return LinkPair(first: first, second: second, wasConnected: wasConnected, number: count)
    }

    /// What is noted of a pair.
    func change(of pair: LinkPair, _ table: String) -> Bool? { pairs[table]?[pair] }

    /// Notes a pair as added or removed, or as neither; one that is noted keeps its number.
    ///
    /// Single pairs change nowhere else, so that indexes and the steps that can be undone know of each.
    mutating func note(_ pair: LinkPair, _ table: String, as change: Bool?) {
        if isRecording { recorded[table, default: []].insert(pair) }
        guard let present = pairs[table]?.key(of: pair) else {
            guard let change else { return }
            pairs[table, default: [:]][pair] = change
            indexes[table]?.insert(pair)
            return
        }
        if let change {
            pairs[table]?[pair] = change
            return
        }
        indexes[table]?.remove(present)
        pairs[table]?[pair] = nil
        if pairs[table]?.isEmpty == true { pairs[table] = nil }
    }

    /// Forgets every pair.
    mutating func removeAll() { set(to: [:]) }

    /// Forgets the pairs of one table.
    mutating func removeAll(in table: String) {
        pairs[table] = nil
        indexes[table] = nil
    }

    /// Goes back to what was noted at an earlier moment.
    mutating func set(to earlier: [String: [LinkPair: Bool]]) {
        pairs = earlier
        indexes = [:]
    }

    /// The unsaved pairs of some objects, in the order in which they were noted, with whether they are added, and how
    /// many objects or pairs were looked at for that.
    ///
    /// Complexity: O(pairs found), or O(unsaved pairs) where there are not many more of them than objects.
    mutating func pairs(of owners: OwnerMap, _ table: LinkTable, isFirst: Bool) -> (
        found: [(pair: LinkPair, added: Bool)], visited: Int
    ) {
        guard let pending = pairs[table.name] else { return ([], 0) }
        let found: [(pair: LinkPair, added: Bool)]
        let visited: Int
        if owners.owners.count < pending.count / 8 {
            let index = indexes[table.name] ?? PairIndex(pending.keys)
            indexes[table.name] = index
            visited = owners.owners.count
            found = owners.owners.flatMap { index.pairs(of: $0, isFirst: isFirst) }
                .compactMap { pair in pending[pair].map { (pair, $0) } }
        } else {
            visited = pending.count
            found = pending.lazy.filter { pair, _ in
                let owner = isFirst ? pair.first : pair.second
                return owners[owner.erasedKey.bits] === owner
            }.map { ($0.key, $0.value) }
        }
        return (found.sorted { $0.pair.number < $1.pair.number }, visited)
    }

    /// Has pairs that change recorded, or not.
    mutating func setRecording(_ isRecording: Bool) {
        self.isRecording = isRecording
        recorded = [:]
    }

    /// Forgets what has changed since the last step.
    mutating func forgetRecorded() { if !recorded.isEmpty { recorded = [:] } }
}

extension [LinkPair: Bool] {
    /// The pair of the same objects that is noted.
    func key(of pair: LinkPair) -> LinkPair? { index(forKey: pair).map { self[$0].key } }
}
