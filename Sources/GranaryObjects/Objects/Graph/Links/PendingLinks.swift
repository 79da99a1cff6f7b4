/// The pairs of many-to-many relationships that were added or removed since the last save, by link table.
final class PendingLinks {
    /// The pairs added (true) and removed (false), by the table's name.
    @exclusivity(unchecked) private(set) var pairs: [String: [LinkPair: Bool]] = [:]
    /// The same pairs by their objects, for tables that were searched by object.
    @exclusivity(unchecked) private var indexes: [String: PairIndex] = [:]
    /// The number of pairs noted so far.
    @exclusivity(unchecked) private var count = 0
    /// Whether changed pairs are recorded for the undo history.
    @exclusivity(unchecked) private var isRecording = false
    /// The pairs added or removed since the last undo step.
    @exclusivity(unchecked) private(set) var recorded: [String: Set<LinkPair>] = [:]

    /// The pairs that a save in the background is writing.
    @exclusivity(unchecked) private var beingSaved: [String: [LinkPair: Bool]] = [:]

    /// Starts without pairs.
    init() {}

    /// Records that the current pairs are being written, or no longer are.
    func setBeingSaved(_ areBeingSaved: Bool) { beingSaved = areBeingSaved ? pairs : [:] }

    /// Whether there are no pairs.
    var isEmpty: Bool { pairs.isEmpty }

    /// Whether a save in the background is writing a pair.
    func isBeingSaved(_ pair: LinkPair, _ table: String) -> Bool { beingSaved[table]?[pair] != nil }

    /// Makes a pair to be noted, numbered after all earlier ones.
    func makePair(_ first: any Model, _ second: any Model, wasConnected: Bool) -> LinkPair {
        count += 1
        return LinkPair(first: first, second: second, wasConnected: wasConnected, number: count)
    }

    /// The noted change of a pair.
    func change(of pair: LinkPair, _ table: String) -> Bool? { pairs[table]?[pair] }

    /// Notes a pair as added, removed or neither; a pair that is noted keeps its number.
    ///
    /// One that is being saved is then noted in its former state, since the store may have its change already.
    func mark(_ pair: LinkPair, _ table: String, as change: Bool?) {
        let earlier = change == nil ? beingSaved[table]?.key(of: pair)?.wasConnected : nil
        set(pair, table, to: change ?? earlier)
    }

    /// Removes the pending change of a pair.
    func removeChange(of pair: LinkPair, _ table: String) { set(pair, table, to: nil) }

    /// All single changes go through here, so that indexes and the undo history learn of each.
    private func set(_ pair: LinkPair, _ table: String, to change: Bool?) {
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
    func removeAll() { set(to: [:]) }

    /// Forgets the pairs of one table.
    func removeAll(in table: String) {
        pairs[table] = nil
        indexes[table] = nil
    }

    /// Returns to an earlier set of noted pairs.
    func set(to earlier: [String: [LinkPair: Bool]]) {
        pairs = earlier
        indexes = [:]
    }

    /// The unsaved pairs of some objects in the order of noting, whether each is added, and the number of objects or
    /// pairs visited.
    ///
    /// Complexity: O(objects + pairs found) for few objects, else O(unsaved pairs).
    func pairs(of owners: OwnerMap, _ table: LinkTable, isFirst: Bool) -> (
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

    /// Starts or stops recording changed pairs.
    func setRecording(_ isRecording: Bool) {
        self.isRecording = isRecording
        recorded = [:]
    }

    /// Records that pairs may have changed since the last undo step.
    func record(_ pairs: some Sequence<LinkPair>, of table: String) {
        if isRecording { recorded[table, default: []].formUnion(pairs) }
    }

    /// Forgets that a pair was recorded.
    func dropRecorded(_ pair: LinkPair, of table: String) {
        recorded[table]?.remove(pair)
        if recorded[table]?.isEmpty == true { recorded[table] = nil }
    }

    /// Forgets the pairs recorded since the last undo step.
    func clearRecorded() { if !recorded.isEmpty { recorded = [:] } }
}

extension [LinkPair: Bool] {
    /// The noted pair of the same objects.
    func key(of pair: LinkPair) -> LinkPair? { index(forKey: pair).map { self[$0].key } }
}
