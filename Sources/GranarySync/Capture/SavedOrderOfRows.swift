import Granary

/// The new and changed rows of a save, each after the new ones that it refers to, except in cycles.
struct SavedOrderOfRows {
    private(set) var rows: [CapturedRow] = []

    private struct Place: Hashable {
        let entity: Int
        let key: ObjectKey
    }

    /// - Complexity: O(rows and their references).
    init(_ all: [CapturedRow]) {
        let present = all.filter { $0.after != nil }
        // As most often: none is new, or none refers to any.
        if present.allSatisfy({ $0.before != nil }) || present.allSatisfy({ $0.entity.toOne.isEmpty }) {
            rows = present
            return
        }
        var new: [Place: Int] = [:]
        for (position, row) in present.enumerated() where row.before == nil {
            new[Place(entity: row.entity.index, key: row.key)] = position
        }
        var seen = [Bool](repeating: false, count: present.count)
        for start in present.indices {
            // By a list instead of recursion: a chain of references may be as long as the save.
            var path = [(position: start, targets: Self.targets(of: present[start], new))]
            if seen[start] { continue }
            seen[start] = true
            while let last = path.indices.last {
                if let target = path[last].targets.popLast() {
                    if seen[target] { continue }
                    seen[target] = true
                    path.append((target, Self.targets(of: present[target], new)))
                } else {
                    rows.append(present[path[last].position])
                    path.removeLast()
                }
            }
        }
    }

    /// The positions of the new rows that a row refers to.
    private static func targets(of row: CapturedRow, _ new: [Place: Int]) -> [Int] {
        guard let after = row.after else { return [] }
        return row.entity.toOne.compactMap { relationship in
            guard let key = ObjectKey(Array(after[relationship.columns])) else { return nil }
            return new[Place(entity: relationship.destination.index, key: key)]
        }
    }
}
