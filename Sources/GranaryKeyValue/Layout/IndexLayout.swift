internal import Granary

/// An index: entries that lead from the values of some columns to the keys of rows.
final class IndexLayout: Sendable {
    /// The prefix of the keys of the entries.
    let prefix: [UInt8]
    /// The columns that are indexed.
    let columns: [Int]
    /// The columns that decide the order of the entries: those that are indexed, then the primary key.
    let order: [Int]
    /// The columns of whose elements the keys of all entries consist.
    let elements: [Int]
    /// Where the columns of the primary key stand among those that are indexed; `nil` when some do not.
    ///
    /// Then the row's key is put together from the values, and is not in the entry again.
    let keyPositions: [Int]?
    /// Whether two rows may not have the same values, unless one of them is null.
    ///
    /// Then the key of an entry without null ends behind the values, and its value is the row's key.
    let isUnique: Bool
    /// The positions in a `PropertySet` of the properties that are indexed.
    let properties: PropertySet

    /// Lays out an index; `nil` when one of its columns is not in the schema.
    init?(_ index: StoreCatalogue.Index, of table: StoreCatalogue.Table, columns all: [Column], key: [Int]) {
        let columns = index.columns.compactMap { name in all.firstIndex { $0.name == name } }
        guard columns.count == index.columns.count else { return nil }
        self.columns = columns
        prefix = [KeySpace.index] + table.id.twoBytes + index.id.twoBytes
        isUnique = index.isUnique
        order = columns + key.filter { !columns.contains($0) }
        elements = isUnique || columns.contains(where: key.contains) ? columns : columns + key
        keyPositions = key.allSatisfy(columns.contains) ? key.compactMap { columns.firstIndex(of: $0) } : nil
        var properties = PropertySet()
        for column in columns where all[column].property < PropertySet.capacity {
            properties.insert(all[column].property)
        }
        self.properties = properties
    }
}
