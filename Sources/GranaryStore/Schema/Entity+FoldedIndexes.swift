/// Indexes of folded texts, in which stores find texts regardless of case.
///
/// A store keeps the folded text of such a column in a separate place, behind the columns and the version: a
/// column of a table, a cell of a row, or only the entry of an index. Nothing outside of the store sees it.
extension Entity {
    /// The text under which the index has another one.
    package static func folded(_ text: String) -> String { TextFolding.caseInsensitive.fold(text) }

    /// The columns as a store counts them: those of the entity, the version, and a folded one for each index.
    package var columnsWithFolded: [Column] {
        if foldedIndexes.isEmpty { return columns }
        let version = Column(
            name: Self.versionName, type: .integer, isOptional: false, property: PropertySet.capacity)
        return columns + [version]
            + foldedIndexes.map { position in
                var column = columns[position]
                column.name = Self.foldedName(of: column.name)
                return column
            }
    }

    /// The place of the folded texts of a column, behind the columns and the version; `nil` without such an index.
    package func foldedPlace(of column: Int) -> Int? {
        if foldedIndexes.isEmpty { return nil }
        return foldedIndexes.firstIndex(of: column).map { columns.count + 1 + $0 }
    }

    /// The column whose folded texts are at a place; any other place is its own.
    package func column(ofPlace place: Int) -> Int {
        let number = place - columns.count - 1
        return foldedIndexes.indices.contains(number) ? foldedIndexes[number] : place
    }

    /// The name that tables have for the folded texts of a column.
    ///
    /// It has at most 63 bytes, which is all that PostgreSQL takes; a longer one ends with a digest.
    package static func foldedName(of column: String) -> String {
        let name = foldedPrefix + column
        if name.utf8.count <= NameRule.longest { return name }
        return foldedPrefix + SchemaFingerprint.digest(column)
    }

    /// What the names of columns of folded texts begin with, and those of no others.
    package static let foldedPrefix = "granary_folded_"
    private static let versionName = "granary_version"
}
