internal import GranaryStore

/// How the rows of one entity, or the pairs of one link table, are kept: columns, orders and references.
final class TableLayout: StoreTable {
    /// The position among the store's tables.
    let position: Int
    /// The name of the entity or link table.
    let name: String
    /// The entity; `nil` for pairs.
    let entity: Entity?
    /// The entity and the relationship that show the pairs of a link table; `nil` for the table of an entity.
    let pairs: (entity: String, relationship: String)?
    /// The columns.
    let columns: [Column]
    /// How many cells a row has: one for each column, and behind them those of folded texts, with the version in front.
    let cellCount: Int
    /// The columns with an index of folded texts, and the cells that hold them.
    let folds: [(column: Int, cell: Int)]
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
        references: [ReferenceLayout], pairs: (entity: String, relationship: String)? = nil
    ) {
        self.pairs = pairs
        self.position = position
        self.name = name
        self.entity = entity
        self.columns = columns
        cellCount = entity?.columnsWithFolded.count ?? columns.count
        folds =
            entity.map { entity in
                entity.foldedIndexes.compactMap { column in
                    entity.foldedPlace(of: column).map { (column, $0) }
                }
            } ?? []
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
