/// One difference between a result and the next one.
///
/// Objects that leave have their position in the former result, those that enter their position in the new one, as in
/// Swift's `CollectionDifference`. Where a result moves or updates an object, its values before and after are known.
public enum ResultChange<Item> {
    /// An object left the result, at a position of the former one.
    case delete(at: Int, Item)
    /// An object entered the result, at a position of the new one.
    case insert(at: Int, Item)
    /// An object has another place among those that stayed: a position of the former result, and one of the new.
    case move(from: Int, to: Int, before: Item, after: Item)
    /// An object has other values and the same place, at a position of the new result.
    case update(at: Int, before: Item, after: Item)
}

extension ResultChange: Sendable where Item: Sendable {}
extension ResultChange: Equatable where Item: Equatable {}

extension Array {
    /// Changes the former result into the new one.
    ///
    /// Complexity: O(elements + changes).
    public mutating func apply(_ changes: [ResultChange<Element>]) {
        var leaving: Set<Int> = []
        var entering: [Int: Element] = [:]
        for change in changes {
            switch change {
            case .delete(let position, _): leaving.insert(position)
            case .insert(let position, let item): entering[position] = item
            case .move(let from, let to, _, let after):
                leaving.insert(from)
                entering[to] = after
            case .update: continue
            }
        }
        if !leaving.isEmpty || !entering.isEmpty {
            let former = self
            var staying = former.indices.lazy.filter { !leaving.contains($0) }.map { former[$0] }
                .makeIterator()
            var result: [Element] = []
            result.reserveCapacity(count - leaving.count + entering.count)
            for position in 0..<(count - leaving.count + entering.count) {
                if let item = entering[position] ?? staying.next() { result.append(item) }
            }
            self = result
        }
        for case .update(let position, _, let after) in changes where indices.contains(position) {
            self[position] = after
        }
    }
}
