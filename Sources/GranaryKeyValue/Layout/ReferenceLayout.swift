internal import GranaryStore

/// Columns that hold the key of a row of this store.
final class ReferenceLayout: StoreReference {
    /// The name of the relationship; for pairs, of the link table.
    let name: String
    /// The columns.
    let columns: [Int]
    /// The position of the table the key belongs to.
    let target: Int
    /// The position in a `PropertySet` of the referring property.
    let properties: PropertySet

    init(name: String, columns: [Int], of all: [Column], target: Int) {
        self.name = name
        self.columns = columns
        self.target = target
        var properties = PropertySet()
        for column in columns where all[column].property < PropertySet.capacity {
            properties.insert(all[column].property)
        }
        self.properties = properties
    }
}
