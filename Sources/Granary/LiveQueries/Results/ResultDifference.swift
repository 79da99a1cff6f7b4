/// Compares two results of a live query.
///
/// The objects that keep their place are a longest sequence with the same order in both results, so that as few as
/// possible move.
package struct ResultDifference<M: Model> {
    private var changes: [ResultChange<M.Snapshot>] = []

    /// The differences between two results.
    ///
    /// Complexity: O(*n* log *n*) for *n* rows between the first and the last that differ.
    static func changes(
        from former: ArraySlice<LiveRow<M>>, to new: ArraySlice<LiveRow<M>>
    ) -> [ResultChange<M.Snapshot>] {
        var difference = ResultDifference()
        difference.compare(Array(former), Array(new))
        return difference.changes
    }

    /// The differences between two lists of objects of a model, as results of a live query have them.
    ///
    /// - Complexity: O(*n* log *n*) for *n* objects between the first and the last that differ.
    package static func changes(
        from former: [M.Snapshot], to new: [M.Snapshot]
    ) -> [ResultChange<M.Snapshot>] {
        func rows(_ list: [M.Snapshot]) -> [LiveRow<M>] {
            list.map { LiveRow($0, $0.objectID.key.keyBits, version: 0, order: []) }
        }
        return changes(from: rows(former)[...], to: rows(new)[...])
    }

    private mutating func compare(_ former: [LiveRow<M>], _ new: [LiveRow<M>]) {
        let shorter = min(former.count, new.count)
        var head = 0
        while head < shorter, former[head].bits == new[head].bits {
            update(former[head], new[head], at: head)
            head += 1
        }
        var tail = 0
        while tail < shorter - head, former[former.count - 1 - tail].bits == new[new.count - 1 - tail].bits {
            tail += 1
        }
        compare(former, head..<(former.count - tail), new, head..<(new.count - tail))
        for position in (new.count - tail)..<new.count {
            update(former[position + former.count - new.count], new[position], at: position)
        }
    }

    private mutating func compare(
        _ former: [LiveRow<M>], _ left: Range<Int>, _ new: [LiveRow<M>], _ right: Range<Int>
    ) {
        var places: [KeyBits: Int] = [:]
        for position in left { places[former[position].bits] = position }
        let origins = right.map { places.removeValue(forKey: new[$0].bits) }
        for position in places.values.sorted() {
            changes.append(.delete(at: position, former[position].snapshot))
        }
        let staying = Self.longestGrowth(of: origins)
        for (offset, origin) in origins.enumerated() {
            let position = right.lowerBound + offset
            guard let origin else {
                changes.append(.insert(at: position, new[position].snapshot))
                continue
            }
            if staying.contains(offset) {
                update(former[origin], new[position], at: position)
            } else {
                changes.append(
                    .move(
                        from: origin, to: position, before: former[origin].snapshot,
                        after: new[position].snapshot))
            }
        }
    }

    private mutating func update(_ former: LiveRow<M>, _ new: LiveRow<M>, at position: Int) {
        // A row that was read again with its version has the same values.
        if former === new || former.snapshot == new.snapshot { return }
        changes.append(.update(at: position, before: former.snapshot, after: new.snapshot))
    }

    /// The positions of a longest growing subsequence, by patience sorting.
    private static func longestGrowth(of origins: [Int?]) -> Set<Int> {
        var ends: [Int] = []
        var previous = Array(repeating: -1, count: origins.count)
        for (offset, origin) in origins.enumerated() {
            guard let origin else { continue }
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if let other = origins[ends[middle]], other < origin {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            if low > 0 { previous[offset] = ends[low - 1] }
            if low == ends.count { ends.append(offset) } else { ends[low] = offset }
        }
        var found: Set<Int> = []
        var offset = ends.last ?? -1
        while offset >= 0 {
            found.insert(offset)
            offset = previous[offset]
        }
        return found
    }
}
