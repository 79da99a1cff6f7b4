extension SchemaDraft {
    /// The unique constraints of a model besides its key, by column positions.
    mutating func uniques(of position: Int, key: [Int]) -> [[Int]] {
        let model = models[position].description
        var found: [[Int]] = []
        for (index, attribute) in model.attributes.enumerated() where attribute.isUnique {
            found.append([index])
        }
        for names in model.uniques {
            if let columns = columns(named: names, of: position, in: "unique constraint") {
                found.append(columns)
            }
        }
        return distinct(found).filter { $0.sorted() != key.sorted() }
    }

    /// The indexes of a model, by column positions: declared ones and those of foreign keys.
    ///
    /// Columns that the key or a unique constraint begins with need no separate index.
    mutating func indexes(of position: Int, key: [Int], uniques: [[Int]]) -> [[Int]] {
        let model = models[position].description
        var found: [[Int]] = []
        for (index, attribute) in model.attributes.enumerated() where attribute.isIndexed {
            found.append([index])
        }
        for names in model.indexes {
            if let columns = columns(named: names, of: position, in: "index") { found.append(columns) }
        }
        for (index, relationship) in model.relationships.enumerated() where !relationship.isToMany {
            if let range = layouts[position].ranges[index], !range.isEmpty { found.append(Array(range)) }
        }
        let present = [key] + uniques
        return distinct(found).filter { columns in !present.contains { $0.starts(with: columns) } }
    }

    /// The indexes of folded texts of a model, by column positions.
    mutating func foldedIndexes(of position: Int) -> [Int] {
        let model = models[position].description
        return model.attributes.indices.filter { index in
            let attribute = model.attributes[index]
            if attribute.hasFoldedIndex, attribute.type != .text {
                report(
                    """
                    \(model.name).\(attribute.name) is of type \(attribute.type.rawValue), which has no case, \
                    so it cannot have an index that ignores it; remove the option, or write `.indexed`.
                    """
                )
            }
            return attribute.hasFoldedIndex
        }
    }

    /// The columns of properties; `nil` after reporting names that are not attributes or relationships to
    /// one.
    private mutating func columns(named names: [String], of position: Int, in what: String) -> [Int]? {
        let model = models[position].description
        var columns: [Int] = []
        var isKnown = true
        for name in names {
            if let index = model.attributes.firstIndex(where: { $0.name == name }) {
                columns.append(index)
                if model.attributes[index].type == .json {
                    report(
                        """
                        \(model.name).\(name) is stored as JSON, which cannot be in the \(what); leave it \
                        out.
                        """
                    )
                }
            } else if let index = model.relationships.firstIndex(where: { $0.name == name && !$0.isToMany }) {
                columns += layouts[position].ranges[index] ?? 0..<0
            } else {
                isKnown = false
                let known =
                    model.attributes.map(\.name) + model.relationships.filter { !$0.isToMany }.map(\.name)
                let hint = hint(for: name, in: known)
                report(
                    """
                    The \(what) of \(model.name) names “\(name)”, which is not an attribute or \
                    relationship to one.\(hint)
                    """
                )
            }
        }
        if names.isEmpty || Set(names).count < names.count {
            report(
                """
                The \(what) of \(model.name) over “\(names.joined(separator: ", "))” must name properties, \
                each once.
                """
            )
            return nil
        }
        return isKnown && !columns.isEmpty ? columns : nil
    }

    private func distinct(_ lists: [[Int]]) -> [[Int]] {
        var seen: Set<[Int]> = []
        return lists.filter { seen.insert($0).inserted }
    }
}
