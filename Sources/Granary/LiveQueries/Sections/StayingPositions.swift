/// The former positions of the objects that stay in a result.
struct StayingPositions: Sendable {
    /// For each position that was left, in their order: how many of the staying objects precede it.
    private let stayingBeforeLeft: [Int]
    /// The positions of the new result that others entered, in their order.
    private let entered: [Int]

    /// Takes the positions from the changes between two results.
    ///
    /// Complexity: O(*n* log *n*) for *n* changes.
    init<Item>(_ changes: [ResultChange<Item>]) {
        var (left, entered): ([Int], [Int]) = ([], [])
        for change in changes {
            switch change {
            case .delete(let position, _): left.append(position)
            case .insert(let position, _): entered.append(position)
            case .move(let from, let to, _, _):
                left.append(from)
                entered.append(to)
            case .update: continue
            }
        }
        stayingBeforeLeft = left.sorted().enumerated().map { $1 - $0 }
        self.entered = entered.sorted()
    }

    /// The former position of the object that stays and is now at `position`.
    ///
    /// Complexity: O(log changes).
    func former(of position: Int) -> Int {
        let rank = position - Self.count(in: entered) { $0 < position }
        return rank + Self.count(in: stayingBeforeLeft) { $0 <= rank }
    }

    /// How many of the first numbers satisfy a condition that no later one satisfies.
    private static func count(in numbers: [Int], where isCounted: (Int) -> Bool) -> Int {
        var (low, high) = (0, numbers.count)
        while low < high {
            let middle = (low + high) / 2
            if isCounted(numbers[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
