internal import GranaryStore

/// An index: entries that lead from the values of some columns to the keys of rows.
final class IndexLayout: Sendable {
    /// The prefix of the keys of the entries.
    let prefix: [UInt8]
    /// The indexed columns.
    let columns: [Int]
    /// The columns that determine the order of the entries: the indexed ones, then the primary key.
    ///
    /// Folded texts have the place of ``Entity/foldedPlace(of:)``, here and among the elements.
    let order: [Int]
    /// The columns whose elements form the key of every entry.
    let elements: [Int]
    /// Whether the entries have the folded texts of the one column.
    let isFolded: Bool
    /// The positions of the primary key's columns among the indexed ones; `nil` if some are not indexed.
    ///
    /// The row's key is then assembled from the values, and the entry does not repeat it.
    let keyPositions: [Int]?
    /// Whether two rows must not have the same values, unless one of them is null.
    ///
    /// The key of an entry without null then ends after the values, and the entry's value is the row's key.
    let isUnique: Bool
    /// The positions in a `PropertySet` of the indexed properties.
    let properties: PropertySet

    /// Lays out an index of a table, with its entity where there is one; `nil` if one of its columns is not in the schema.
    init?(
        _ index: StoreCatalogue.Index, of table: StoreCatalogue.Table, _ entity: Entity?,
        columns all: [Column], key: [Int]
    ) {
        let columns = index.columns.compactMap { name in all.firstIndex { $0.name == name } }
        guard columns.count == index.columns.count else { return nil }
        self.columns = columns
        isFolded = index.isFolded == true
        prefix = [KeySpace.index] + table.id.twoBytes + index.id.twoBytes
        isUnique = index.isUnique
        if isFolded {
            // Without an entity, or for one that does not know the index, nobody asks for the place.
            let places = columns.map { entity?.foldedPlace(of: $0) ?? all.count }
            order = places + key
            elements = places + key
            keyPositions = nil
        } else {
            order = columns + key.filter { !columns.contains($0) }
            elements = isUnique || columns.contains(where: key.contains) ? columns : columns + key
            keyPositions =
                key.allSatisfy(columns.contains) ? key.compactMap { columns.firstIndex(of: $0) } : nil
        }
        var properties = PropertySet()
        for column in columns where all[column].property < PropertySet.capacity {
            properties.insert(all[column].property)
        }
        self.properties = properties
    }
}
