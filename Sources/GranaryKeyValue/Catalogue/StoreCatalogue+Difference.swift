package import GranaryStore

extension StoreCatalogue {
    /// The differences of the store from a request, for configurations that the store holds; empty if there are none.
    ///
    /// A table that belongs to another configuration is a difference too: a second table of the same name would hide
    /// the rows of the first. Each difference is the middle of a sentence. A request that tolerates additions differs
    /// only by missing parts.
    package func differences(from request: StoreOpenRequest) -> [String] {
        let present = Set(configurations)
        let taken = Set(tables.map(\.name))
        let wanted = Self.tables(of: request).filter {
            present.contains($0.configuration) || taken.contains($0.name)
        }
        let asked = Set(request.entities.map(\.configuration))
        let names = Set(wanted.map(\.name))
        let isStrict = !request.toleratesAdditions
        let surplus = tables.filter {
            isStrict && asked.contains($0.configuration) && !names.contains($0.name)
        }
        return wanted.flatMap { differences(from: $0, isStrict) }
            + surplus.map { "the table “\($0.name)” is not in the schema" }
    }

    private func differences(from wanted: Table, _ isStrict: Bool) -> [String] {
        guard let found = tables.first(where: { $0.name == wanted.name }) else {
            return ["there is no table “\(wanted.name)”"]
        }
        if found.configuration != wanted.configuration {
            return ["the table “\(wanted.name)” belongs to the configuration “\(found.configuration)”"]
        }
        var differences = columnDifferences(found, wanted, isStrict)
        if found.key != wanted.key {
            differences.append("“\(wanted.name)” has another primary key")
        }
        // The reader of a store with additions uses the indexes that it finds.
        if isStrict, Set(found.indexes.map(\.meaning)) != Set(wanted.indexes.map(\.meaning)) {
            differences.append("“\(wanted.name)” has other indexes or unique constraints")
        }
        return differences
    }

    private func columnDifferences(_ found: Table, _ wanted: Table, _ isStrict: Bool) -> [String] {
        var differences: [String] = []
        for column in wanted.columns {
            guard let present = found.columns.first(where: { $0.name == column.name }) else {
                differences.append("“\(wanted.name)” has no column “\(column.name)”")
                continue
            }
            if present.type != column.type {
                differences.append(
                    "“\(wanted.name)” has the column “\(column.name)” as \(present.type.rawValue), not \(column.type.rawValue)"
                )
            } else if present.isOptional != column.isOptional {
                let what = column.isOptional ? "without" : "with"
                differences.append("“\(wanted.name)” has the column “\(column.name)” \(what) null")
            }
        }
        for column in found.columns
        where isStrict && !wanted.columns.contains(where: { $0.name == column.name }) {
            differences.append("the column “\(column.name)” of “\(wanted.name)” is not in the schema")
        }
        return differences
    }
}

extension StoreCatalogue.Index {
    /// The properties that make two indexes equal: their columns, and whether they are unique or of folded texts.
    fileprivate var meaning: [String] {
        columns + [isUnique ? "unique" : isFolded == true ? "folded index" : "index"]
    }
}
