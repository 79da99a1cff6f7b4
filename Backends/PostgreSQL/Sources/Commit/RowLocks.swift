internal import GranaryStore
internal import GranarySQL

/// The rows that a save must find as it knows them, by table.
struct RowLocks {
    private var tables: [String: Locked] = [:]
    private let order: [String]

    private struct Locked {
        let table: EntityTable
        var rows: [(key: ObjectKey, version: Int64?)] = []
        var strength: RowLock
    }

    /// Collects the rows of a change set.
    init(_ changes: ChangeSet, _ store: PostgreSQLStore) throws {
        var tables: [String: Locked] = [:]
        let add = { (entity: Entity, rows: [(key: ObjectKey, version: Int64?)], strength: RowLock) in
            guard !rows.isEmpty else { return }
            let table = try store.table(of: entity)
            var locked = tables[entity.table] ?? Locked(table: table, strength: strength)
            locked.rows += rows
            // The strongest lock at once: two saves that both hold a weak lock and ask for a stronger one deadlock.
            if strength.rank > locked.strength.rank { locked.strength = strength }
            tables[entity.table] = locked
        }
        for batch in changes.deletes { try add(batch.entity, batch.rows, .delete) }
        for batch in changes.updates {
            try add(batch.entity, batch.rows.map { ($0.key, $0.version) }, .update)
        }
        for batch in changes.requirements { try add(batch.entity, batch.rows, .require) }
        self.tables = tables
        // Every save locks tables by name and rows by key, so no two wait for each other in a circle.
        order = tables.keys.sorted()
    }

    /// Queues the statements that lock the rows, always in the same order, so that two saves do not wait for each
    /// other.
    func send(on connection: Connection) throws {
        for name in order {
            guard let locked = tables[name] else { continue }
            var parameters = Parameters()
            try parameters.append(keys: locked.rows.map(\.key), of: locked.table.keyTypes)
            try connection.send(locked.table.lock(locked.strength), parameters)
        }
    }

    /// The rows that are gone or have another version, from the answers to those statements.
    func conflicts(_ answers: ArraySlice<ResultSet>) throws -> [CommitResult.Conflict] {
        var conflicts: [CommitResult.Conflict] = []
        for (name, answer) in zip(order, answers) {
            guard let locked = tables[name] else { continue }
            let types = locked.table.keyTypes
            var versions = [ObjectKey: Int64](minimumCapacity: Int(answer.count))
            for row in 0..<answer.count {
                guard let key = try answer.key(row, from: 0, types) else { continue }
                versions[key] = answer.integer(row, Int32(types.count))
            }
            for (key, version) in locked.rows {
                let found = versions[key]
                if found == nil || (version != nil && version != found) {
                    conflicts.append(.init(entity: locked.table.entity.name, key: key))
                }
            }
        }
        return conflicts
    }
}

extension RowLock {
    /// Stronger locks have larger ranks.
    fileprivate var rank: Int {
        switch self {
        case .require: 0
        case .update: 1
        case .delete: 2
        }
    }
}
