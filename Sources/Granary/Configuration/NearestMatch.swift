/// Finds the known name that a mistyped one probably means.
package enum NearestMatch {
    /// The candidate with the smallest edit distance, if that is at most a third of the name's length plus
    /// one.
    package static func of(_ name: String, in candidates: [String]) -> String? {
        let limit = name.count / 3 + 1
        let ranked = candidates.map { (name: $0, distance: distance(name.lowercased(), $0.lowercased())) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= limit else {
            return nil
        }
        return best.name
    }

    /// The number of insertions, deletions and replacements between two words (Levenshtein).
    package static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right)
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in right.enumerated() {
                let replaced = diagonal + (a == b ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[right.count]
    }
}
