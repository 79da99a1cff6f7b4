internal import GranaryStore

/// Follows relationships from row to row in one state of a store.
final class StateSource: EvaluationSource {
    private let layout: StoreLayout
    private let state: StoreState

    init(_ layout: StoreLayout, _ state: StoreState) {
        self.layout = layout
        self.state = state
    }

    func destination(of step: Relationship, from row: any EvaluationRow) -> (any EvaluationRow)? {
        guard let row = row as? StoredRow, let target = layout.positions.find(step.destination),
            let key = row.key(in: Array(step.columns))
        else { return nil }
        return state.tables[target].rows.find(key)
    }

    func value(at column: Int, through step: Relationship, from row: any EvaluationRow) throws -> Value {
        // A reference is the key of its row, which is there since commits check it.
        if let row = row as? StoredRow, !step.crossesConfigurations,
            let part = step.destination.keyColumns.firstIndex(of: column)
        {
            // A part of a key is no key.
            if step.columns.contains(where: { row.isNull(at: $0) }) { return .null }
            return row.value(at: step.columns.lowerBound + part)
        }
        return try destination(of: step, from: row)?.value(at: column) ?? .null
    }

    func forEachMember(
        of step: Relationship, from row: any EvaluationRow, _ body: (any EvaluationRow) throws -> Bool
    ) throws {
        guard let row = row as? StoredRow else { return }
        let key = row.values(in: step.owner.keyColumns)
        switch step.storage {
        case .ownColumns: return
        case .destinationColumns(let inverse):
            for member in try rows(of: step.destination, where: Array(inverse.columns), are: key) {
                if try !body(member) { return }
            }
        case .link(let link, let isFirst):
            let other = try layout.table(of: step.destination)
            for pair in try pairs(link, fromFirst: isFirst, of: key) {
                guard let member = state.tables[other.position].rows.find(pair.other) else { continue }
                if try !body(member) { return }
            }
        }
    }

    /// The rows of an entity with these values in the columns of a reference.
    private func rows(of entity: Entity, where columns: [Int], are values: [Value]) throws -> RowIterator {
        let table = try layout.table(of: entity)
        guard let order = table.order(beginningWith: columns) else {
            throw GranaryError(
                .query, "A relationship of \(entity.name) is not in this store.",
                context: .init(entity: entity.name))
        }
        let tree = state.tables[table.position].orders[order]
        return RowIterator(tree, [.equal(to: ValuesProbe(values, tree.order))])
    }

    /// The pairs of a link table with a key in one half, ordered by the other.
    func pairs(
        _ link: LinkTable, fromFirst: Bool, of key: [Value]
    ) throws -> some Sequence<(own: ObjectKey, other: ObjectKey)> {
        let table = try layout.table(of: link)
        let tree = state.tables[table.position].orders[fromFirst ? 0 : 1]
        let first = Array(link.firstColumns.indices)
        let second = Array(first.count..<table.columns.count)
        let (own, other) = fromFirst ? (first, second) : (second, first)
        let fits = key.count == own.count && !key.contains(where: \.isNull)
        let ranges: [RowRange] = fits ? [.equal(to: ValuesProbe(key, tree.order))] : []
        return RowIterator(tree, ranges).lazy.compactMap { row in
            guard let ownKey = row.key(in: own), let otherKey = row.key(in: other) else { return nil }
            return (ownKey, otherKey)
        }
    }
}
