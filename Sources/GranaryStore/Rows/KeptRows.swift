/// The rows of another query that names objects around it, as they were read for a request: the columns that its expressions
/// need of each.
///
/// Its expressions are then about these rows. It can be shared by threads.
package final class KeptRows: @unchecked Sendable {  // lock: `monitor`.
    /// The rows as an entity, which is called as that of the query.
    package let entity: Entity
    /// The columns of each row, in the order of the query.
    package let rows: [[Value]]
    private let monitor = Monitor()
    private var indexes: [[Int]: [[Value]: [Int]]] = [:]

    /// Keeps rows.
    package init(_ entity: Entity, _ rows: [[Value]]) {
        self.entity = entity
        self.rows = rows
    }

    /// The positions of the rows with some values in some columns, in their order.
    ///
    /// - Complexity: O(rows) for the first call with these columns, then O(1).
    package func positions(of values: [Value], in columns: [Int]) -> [Int] {
        monitor.withLock {
            if let index = indexes[columns] { return index[values] ?? [] }
            let index = index(of: columns)
            indexes[columns] = index
            return index[values] ?? []
        }
    }

    private func index(of columns: [Int]) -> [[Value]: [Int]] {
        var index: [[Value]: [Int]] = [:]
        for (position, row) in rows.enumerated() {
            index[columns.map { row.indices.contains($0) ? row[$0] : .null }, default: []].append(position)
        }
        return index
    }
}

extension KeptRows: Hashable {
    package static func == (left: KeptRows, right: KeptRows) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
