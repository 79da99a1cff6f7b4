/// The indexes of an entity's touched objects: each is made by the first query that would use it, and catches up with
/// what has been inserted and changed before it is used again.
///
/// The objects in them are watched. Where an object is changed otherwise than by its setters, the indexes are dropped.
final class PendingIndexes {
    private var indexes: [[Int]: PendingIndex] = [:]
    private var orders: [Int: PendingOrder] = [:]
    /// How many of the touched objects are in the indexes.
    var seen = 0
    /// The places of objects in the indexes that are about to change, or have changed.
    var changed: [UInt32] = []

    /// As many objects are looked at one by one.
    static let smallest = 16
    /// More indexes are not kept at a time.
    private static let most = 8

    /// The places of the objects in a table that may hold one of some lists of values in some columns.
    ///
    /// Complexity: O(objects that were inserted or changed since the last call); O(touched objects) for new columns.
    func places(of points: [[Value]], in columns: [Int], _ table: ObjectTable) -> [UInt32] {
        catchUp(table)
        if let index = indexes[columns] { return index.places(of: points) }
        if indexes.count >= Self.most { indexes = [:] }
        return begin(columns, table).places(of: points)
    }

    /// The places of the objects in a table that may hold a value of a range.
    ///
    /// Complexity: O(objects found + √touched objects), and that of sorting those that were inserted or changed since
    /// the last call; of sorting all for a new column.
    func places(in range: PendingRange, _ table: ObjectTable) -> [UInt32] {
        catchUp(table)
        if let order = orders[range.column] { return order.places(in: range) }
        if orders.count >= Self.most { orders = [:] }
        return beginOrder(range.column, table).places(in: range)
    }

    private func catchUp(_ table: ObjectTable) {
        var added = changed.compactMap { table.touchedObject(at: $0) }
        changed = []
        table.forEachTouched(from: seen) { added.append($0) }
        seen = table.list.count
        for object in added { table.watch(object) }
        for (columns, index) in indexes {
            if index.count + added.count > 2 * table.list.count + 64 {
                // Mostly entries of what objects held once.
                begin(columns, table)
            } else {
                for object in added { index.add(object, table.entity) }
            }
        }
        for (column, order) in orders {
            if order.count + added.count > 2 * table.list.count + 64 {
                beginOrder(column, table)
            } else {
                for object in added { order.add(object, table.entity) }
            }
        }
    }

    @discardableResult
    private func beginOrder(_ column: Int, _ table: ObjectTable) -> PendingOrder {
        let order = PendingOrder(column, of: table.entity)
        table.forEachTouched(from: 0) { order.add($0, table.entity) }
        orders[column] = order
        return order
    }

    @discardableResult
    private func begin(_ columns: [Int], _ table: ObjectTable) -> PendingIndex {
        let index = PendingIndex(columns, of: table.entity)
        table.forEachTouched(from: 0) { index.add($0, table.entity) }
        indexes[columns] = index
        return index
    }
}
