/// The indexes of an entity's touched objects.
///
/// The first query that can use an index creates it. Before each later use it adds the objects inserted and changed
/// since.
///
/// Indexed objects are watched. If an object changes by other means than its setters, all indexes are dropped.
final class PendingIndexes {
    private var indexes: [[Int]: PendingIndex] = [:]
    private var orders: [Int: PendingOrder] = [:]
    /// The number of touched objects that are in the indexes.
    var seen = 0
    /// The places of indexed objects that have changed or are about to.
    var changed: [UInt32] = []

    /// Up to this many objects are visited one by one.
    static let smallest = 16
    /// The largest number of indexes of each kind at a time.
    private static let most = 8

    /// The places of the objects in a table that may hold one of some lists of values in some columns.
    ///
    /// Complexity: O(objects that were inserted or changed since the last call); O(touched objects) for new columns.
    func places(of points: [[Value]], in columns: [Int], _ table: ObjectTable) -> [UInt32] {
        catchUp(table)
        if let index = indexes[columns] { return index.places(of: points) }
        if indexes.count >= Self.most { indexes = [:] }
        return makeIndex(columns, table).places(of: points)
    }

    /// The places of the objects in a table that may hold a value in a range.
    ///
    /// Complexity: O(objects found + √touched objects), plus sorting the objects inserted or changed since the last
    /// call, or all for a new column.
    func places(in range: PendingRange, _ table: ObjectTable) -> [UInt32] {
        catchUp(table)
        if let order = orders[range.column] { return order.places(in: range) }
        if orders.count >= Self.most { orders = [:] }
        return makeOrder(range.column, table).places(in: range)
    }

    private func catchUp(_ table: ObjectTable) {
        var added = changed.compactMap { table.touchedObject(at: $0) }
        changed = []
        table.forEachTouched(from: seen) { added.append($0) }
        seen = table.list.count
        for object in added { table.watch(object) }
        for (columns, index) in indexes {
            if index.count + added.count > 2 * table.list.count + 64 {
                // Most entries are outdated, so build the index again.
                makeIndex(columns, table)
            } else {
                for object in added { index.add(object, table.entity) }
            }
        }
        for (column, order) in orders {
            if order.count + added.count > 2 * table.list.count + 64 {
                makeOrder(column, table)
            } else {
                for object in added { order.add(object, table.entity) }
            }
        }
    }

    @discardableResult
    private func makeOrder(_ column: Int, _ table: ObjectTable) -> PendingOrder {
        let order = PendingOrder(column, of: table.entity)
        table.forEachTouched(from: 0) { order.add($0, table.entity) }
        orders[column] = order
        return order
    }

    @discardableResult
    private func makeIndex(_ columns: [Int], _ table: ObjectTable) -> PendingIndex {
        let index = PendingIndex(columns, of: table.entity)
        table.forEachTouched(from: 0) { index.add($0, table.entity) }
        indexes[columns] = index
        return index
    }
}
