import Granary
import Synchronization

/// Leaves the folded text of a row as it was inserted: conditions without case no longer find a text that was changed.
final class StaleFoldedColumn: BrokenSession {
    /// The changed rows of all stores with this fault, by entity and key.
    private static let stale = Mutex<Set<String>>([])

    private static func name(_ key: ObjectKey, _ entity: Entity) -> String { "\(entity.name) \(key)" }

    override func commit(_ changes: ChangeSet) throws -> CommitResult {
        let result = try super.commit(changes)
        for batch in changes.deletes {
            for row in batch.rows {
                _ = Self.stale.withLock { $0.remove(Self.name(row.key, batch.entity)) }
            }
        }
        for batch in changes.updates {
            for row in batch.rows
            where batch.entity.foldedIndexes.contains(where: {
                row.properties.contains(batch.entity.columns[$0].property)
            }) {
                _ = Self.stale.withLock { $0.insert(Self.name(row.key, batch.entity)) }
            }
        }
        return result
    }

    override func distort(_ rows: [[Value]], of request: FetchRequest) -> [[Value]] {
        guard request.predicate?.conjuncts.contains(where: { Self.isFolded($0, request.entity) }) == true
        else { return rows }
        return rows.filter { row in
            guard let key = ObjectKey(request.entity.keyColumns.map { row[$0] }) else { return true }
            return !Self.stale.withLock { $0.contains(Self.name(key, request.entity)) }
        }
    }

    private static func isFolded(_ tree: ExpressionTree, _ entity: Entity) -> Bool {
        guard case .text(_, .attribute([], let name), _, .caseInsensitive) = tree else { return false }
        return entity.attributePosition(name).map(entity.foldedIndexes.contains) ?? false
    }
}
