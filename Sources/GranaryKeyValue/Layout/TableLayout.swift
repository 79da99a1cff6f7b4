internal import GranaryStore

/// The stored form of the rows of one entity, or of one link table's pairs: prefixes, columns, indexes, references.
final class TableLayout: StoreTable {
    /// The position among the store's tables.
    let position: Int
    /// The number in the catalogue.
    let id: Int
    /// The name of the entity or link table.
    let name: String
    /// The entity; `nil` for pairs.
    let entity: Entity?
    /// The columns.
    let columns: [Column]
    /// The kinds of the columns.
    let types: [AttributeType]
    /// The columns of the primary key, in key order.
    let key: [Int]
    /// The kinds of the columns of the primary key.
    let keyTypes: [AttributeType]
    /// Whether each column belongs to the primary key.
    let isInKey: [Bool]
    /// The prefix of the keys of the rows.
    let prefix: [UInt8]
    /// The number of each column in the catalogue.
    let ids: [Int]
    /// The column of each number in the catalogue; -1 for none.
    let columnsByID: [Int]
    /// The table's data that is read for every value.
    let shape: RowShape
    /// The columns that must not be null and are not in the key.
    let required: [Int]
    /// Of a link table, the kinds of the columns of its two halves; empty for an entity.
    let firstHalf: [AttributeType], secondHalf: [AttributeType]
    /// The indexes.
    let indexes: [IndexLayout]
    /// The references to rows of this store.
    let references: [ReferenceLayout]
    /// The column of the primary key if it is a single integer.
    let integerKey: Int?
    /// The positions in a `PropertySet` of the properties that are indexed or refer to rows of this store.
    let linked: PropertySet

    /// Lays out a table.
    ///
    /// - Throws: `GranaryError.Code.corrupt` if the catalogue lacks a column.
    init(
        position: Int, entity: Entity?, name: String, columns: [Column], key: [Int],
        firstCount: Int = 0, catalogue: StoreCatalogue.Table, references: [ReferenceLayout]
    ) throws {
        self.position = position
        self.entity = entity
        self.name = name
        self.columns = columns
        self.key = key
        self.references = references
        id = catalogue.id
        types = columns.map(\.type)
        keyTypes = key.map { columns[$0].type }
        firstHalf = entity == nil ? Array(keyTypes.prefix(firstCount)) : []
        secondHalf = entity == nil ? Array(keyTypes.dropFirst(firstCount)) : []
        isInKey = columns.indices.map(key.contains)
        prefix = [KeySpace.row] + catalogue.id.twoBytes
        required = columns.indices.filter { !columns[$0].isOptional && !key.contains($0) }
        ids = try columns.map { try catalogue.number(of: $0) }
        var byID = [Int](repeating: -1, count: (ids.max() ?? 0) + 1)
        for (column, id) in ids.enumerated() where !key.contains(column) { byID[id] = column }
        columnsByID = byID
        shape = RowShape(columns: columns, key: key, ids: ids, columnsByID: byID)
        indexes = catalogue.indexes.compactMap {
            IndexLayout($0, of: catalogue, entity, columns: columns, key: key)
        }
        linked = (indexes.map(\.properties) + references.map(\.properties))
            .reduce(into: PropertySet()) { $0.formUnion($1) }
        integerKey = key.count == 1 && columns[key[0]].type == .integer ? key[0] : nil
        for (column, description) in columns.enumerated() {
            guard let value = catalogue.columns.first(where: { $0.name == description.name })?.initial else {
                continue
            }
            let writer = RecordWriter(self)
            writer.begin(version: 0)
            writer.value(value, at: column)
            shape.setInitial(try writer.cell(at: column), of: column)
        }
    }

    /// The number of orders in which rows can be read: 0 is the primary key, then the indexes.
    var orderCount: Int { 1 + indexes.count }

    /// The columns that determine an order.
    func orderColumns(_ order: Int) -> [Int] { order == 0 ? key : indexes[order - 1].order }

    /// The first order that begins with some columns.
    func order(beginningWith columns: [Int]) -> Int? {
        if key.starts(with: columns) { return 0 }
        return indexes.firstIndex { !$0.isFolded && $0.columns.starts(with: columns) }.map { $0 + 1 }
    }

    /// The prefix of the keys of an order.
    func prefix(of order: Int) -> [UInt8] { order == 0 ? prefix : indexes[order - 1].prefix }
}

extension StoreCatalogue.Table {
    /// The number of a column, under which records hold its values.
    fileprivate func number(of column: GranaryStore.Column) throws -> Int {
        if let found = columns.first(where: { $0.name == column.name }) { return found.id }
        throw GranaryError(
            .corrupt,
            "The store's catalogue lacks the column “\(column.name)” of “\(name)”; it was left untouched. Restore it from a backup."
        )
    }
}

extension Int {
    /// The number as two bytes, highest first; numbers of tables and indexes are below 65,536.
    var twoBytes: [UInt8] { [UInt8(truncatingIfNeeded: self >> 8), UInt8(truncatingIfNeeded: self)] }
}
