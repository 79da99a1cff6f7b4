package import GranaryStore

// The columns of folded texts: tables have them behind the version, and nothing but conditions reads them.

extension ColumnDefinition {
    /// Makes the column of the folded texts of another one.
    ///
    /// It may always be null, since a table with rows gets it before they have values.
    init(foldedTextsOf column: String) {
        self.init(name: Entity.foldedName(of: column), type: .text, isOptional: true)
    }
}

extension TableDefinition {
    /// The columns that people are to see: all but those of folded texts.
    package var shownColumns: [ColumnDefinition] {
        columns.filter { !$0.name.begins(with: Entity.foldedPrefix) }
    }
}

extension StoredTable {
    /// The names of all columns that hold something of a row, with its version and folded texts.
    package var heldColumns: [String] {
        let folded = (foldedIndexes ?? []).map(Entity.foldedName(of:))
        return columns.map(\.name) + (isPairs ? [] : [GranaryColumn.version]) + folded
    }
}

extension TableChange {
    /// The columns, by their names, whose folded texts stay as they are.
    package var foldsKept: [String] {
        let present = source?.foldedIndexes ?? []
        return (target?.foldedIndexes ?? []).filter { name in
            present.contains(name)
                && columns.contains { $0.target.name == name && $0.source?.name == name && !$0.changesValues }
        }
    }

    /// The columns of the target whose folded texts have to be made.
    package var foldsAdded: [String] {
        let kept = foldsKept
        return (target?.foldedIndexes ?? []).filter { !kept.contains($0) }
    }

    /// The columns of the source whose folded texts are given up.
    package var foldsDropped: [String] {
        let kept = foldsKept
        return (source?.foldedIndexes ?? []).filter { !kept.contains($0) }
    }
}
