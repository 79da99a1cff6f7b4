/// The touched objects of an entity sorted by one column, so that a query for a range visits few of them.
///
/// It holds places in the identity map, as a ``PendingIndex`` does, and its results have to be checked too.
final class PendingOrder {
    private typealias Entry = (value: Value, place: UInt32)

    private let column: Int
    private let property: Int
    private var sorted: [Entry] = []
    /// The entries added last, in no order.
    private var recent: [Entry] = []
    /// The places of objects with a property that cannot be stored.
    private var others: [UInt32] = []

    /// Makes an empty order of one column of an entity.
    init(_ column: Int, of entity: Entity) {
        self.column = column
        property = entity.columns[column].property
    }

    /// The number of entries.
    var count: Int { sorted.count + recent.count + others.count }

    /// Adds an object under its current value; null is in no range.
    func add(_ object: any Model, _ entity: Entity) {
        guard let value = try? object.columnValues(of: entity, only: property)[column] else {
            return others.append(object._objectState.slot)
        }
        if !value.isNull { recent.append((value, object._objectState.slot)) }
    }

    /// The places of all objects that may hold a value in a range, each once.
    ///
    /// Complexity: O(objects found + √objects), plus sorting the entries added since the last call.
    func places(in range: PendingRange) -> [UInt32] {
        // Up to 64 or √sorted recent entries are scanned one by one; sorting more at a time makes each of them cheap.
        if recent.count > 64, recent.count * recent.count > sorted.count { sortRecent() }
        var seen = Set(others)
        var found = others
        func note(_ entry: Entry) { if seen.insert(entry.place).inserted { found.append(entry.place) } }
        for entry in sorted[firstPosition(in: range)...] {
            if range.isAbove(entry.value) { break }
            note(entry)
        }
        for entry in recent where !range.isBelow(entry.value) && !range.isAbove(entry.value) { note(entry) }
        return found
    }

    /// The position of the first value that is not below a range.
    private func firstPosition(in range: PendingRange) -> Int {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = low + (high - low) / 2
            if range.isBelow(sorted[middle].value) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func sortRecent() {
        recent.sort { $0.value.compare($1.value) == .less }
        var merged: [Entry] = []
        merged.reserveCapacity(sorted.count + recent.count)
        var next = 0
        for entry in sorted {
            while next < recent.count, recent[next].value.compare(entry.value) == .less {
                merged.append(recent[next])
                next += 1
            }
            merged.append(entry)
        }
        merged += recent[next...]
        (sorted, recent) = (merged, [])
    }
}
