/// Finds the known name that a mistyped one probably means, in bounded time for any names.
package enum NearestMatch {
    /// The longest name to compare, in bytes: a longer one is hardly a typing error.
    package static let longestName = 64
    /// The largest number of candidates to compare; further ones are ignored.
    package static let mostCandidates = 500

    /// The candidate with the smallest edit distance, if that is at most a third of the name's length plus
    /// one.
    package static func of(_ name: String, in candidates: [String]) -> String? {
        guard name.utf8.count <= longestName else { return nil }
        let letters = Array(name.lowercased().unicodeScalars)
        var (best, limit) = (nil as String?, letters.count / 3 + 1)
        for candidate in candidates.prefix(mostCandidates) where candidate.utf8.count <= longestName {
            let others = Array(candidate.lowercased().unicodeScalars)
            guard let found = distance(letters, others, atMost: limit) else { continue }
            best = candidate
            if found == 0 { break }
            limit = found - 1
        }
        return best
    }

    /// “Did you mean …?” for the nearest match, after a space; empty without one.
    package static func question(_ name: String, in candidates: [String]) -> String {
        of(name, in: candidates).map { " Did you mean “\($0)”?" } ?? ""
    }

    /// The number of insertions, deletions and replacements between two words (Levenshtein); `nil` above
    /// a limit.
    package static func distance<Letter: Equatable>(
        _ left: [Letter], _ right: [Letter], atMost limit: Int
    ) -> Int? {
        guard abs(left.count - right.count) <= limit else { return nil }
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            var smallest = row[0]
            for (j, b) in right.enumerated() {
                let replaced = diagonal + (a == b ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
                smallest = min(smallest, row[j + 1])
            }
            if smallest > limit { return nil }
        }
        return row[right.count] <= limit ? row[right.count] : nil
    }
}
