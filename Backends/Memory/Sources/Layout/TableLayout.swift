internal import Granary

/// How the rows of one entity, or the pairs of one link table, are kept: columns, orders and references.
final class TableLayout: StoreTable {
    /// The position among the store's tables.
    let position: Int
    /// The name of the entity or link table.
    let name: String
    /// The entity; `nil` for pairs.
    let entity: Entity?
    /// The columns.
    let columns: [Column]
    /// The columns of the primary key, in key order.
    let key: [Int]
    /// The order by the primary key.
    let primary: RowOrder
    /// The indexes.
    let indexes: [IndexLayout]
    /// The references to rows of this store.
    let references: [ReferenceLayout]
    /// The column of the primary key, when it is one integer.
    let integerKey: Int?

    init(
        position: Int, name: String, entity: Entity?, columns: [Column], key: [Int], indexes: [IndexLayout],
        references: [ReferenceLayout]
    ) {
        self.position = position
        self.name = name
        self.entity = entity
        self.columns = columns
        self.key = key
        primary = RowOrder(columns: key, of: columns)
        self.indexes = indexes
        orders = [primary] + indexes.map(\.order)
        self.references = references
        integerKey = key.count == 1 && columns[key[0]].type == .integer ? key[0] : nil
    }

    /// Every order rows are kept in: by the primary key, then those of the indexes.
    let orders: [RowOrder]

    /// The position in ``orders`` of one that begins with some columns.
    func order(beginningWith columns: [Int]) -> Int? {
        if primary.columns.starts(with: columns) { return 0 }
        return indexes.firstIndex { $0.order.columns.starts(with: columns) }.map { $0 + 1 }
    }
}

/// An index: an order of a table's rows besides that by the primary key.
struct IndexLayout: Sendable {
    /// The columns that are indexed.
    let columns: [Int]
    /// The order by those columns and then the primary key.
    let order: RowOrder
    /// Whether two rows may not have the same values, unless one of them is null.
    let isUnique: Bool

    init(columns: [Int], key: [Int], isUnique: Bool, of all: [Column]) {
        self.columns = columns
        self.isUnique = isUnique
        order = RowOrder(
            columns: columns + key.filter { !columns.contains($0) }, leading: columns.count, of: all)
    }
}

/// Columns that hold the key of a row of this store.
struct ReferenceLayout: StoreReference {
    /// The name of the relationship; for pairs, of the half.
    let name: String
    /// The columns.
    let columns: [Int]
    /// The position of the table the key belongs to.
    let target: Int
}
