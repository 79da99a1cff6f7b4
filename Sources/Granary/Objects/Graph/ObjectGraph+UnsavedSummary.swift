extension ObjectGraph {
    /// How many objects of each entity are inserted, changed and deleted, and how many pairs, without any of their
    /// values.
    var unsavedSummary: [String] {
        var parts: [String] = []
        for table in tables where table.hasChanges {
            let counts = [(ObjectPhase.inserted, "inserted"), (.stored, "changed"), (.deleted, "deleted")]
                .map { (table.touched(in: $0).count, $1) }.filter { $0.0 > 0 }
            let text = counts.map { "\($0) \($1)" }.joined(separator: ", ")
            parts.append("\(table.entity.name): \(text)")
        }
        for link in schema.links {
            guard let pairs = links.pairs[link.name], !pairs.isEmpty else { continue }
            parts.append("pairs of \(link.firstEntity.name) and \(link.secondEntity.name): \(pairs.count)")
        }
        return parts
    }
}
