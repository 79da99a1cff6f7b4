import Granary

/// Carries the steps of a program out on one store.
///
/// Used by one thread at a time.
final class StoreRun {
    /// How many sessions a program has.
    static let sessionCount = 2

    let schema: Schema
    private let store: any Store
    private let sessions: [any StoreSession]
    private var commits: [Int64: Int] = [:]
    private var newest: Int64?
    private var hasSnapshot: Set<Int> = []
    private var reserved: [String: [ClosedRange<Int64>]] = [:]

    init(_ side: FuzzSide, _ schema: Schema) throws {
        self.schema = schema
        store = try side.open()
        sessions = try (0..<Self.sessionCount).map { [store] _ in try store.makeSession() }
    }

    /// Ends the sessions and closes the store.
    func close() throws {
        for session in sessions { session.end() }
        try store.close()
    }

    /// Carries out a step.
    func outcome(of step: StoreStep) -> StepOutcome {
        let position = step.session % sessions.count
        let session = sessions[position]
        do {
            try fixSnapshot(position, before: step.action)
            return try outcome(of: step.action, in: session)
        } catch let error as GranaryError {
            guard case .commit = step.action else { return .failed(error.code, state: []) }
            return state(of: session).map { .failed(error.code, state: $0) }
                ?? .wrong("nothing can be read after \(error)")
        } catch {
            return .wrong("an error of another type: \(error)")
        }
    }

    /// Reads something, so that the snapshot begins here in every store: requests that a store leaves to the
    /// core, or that can have no rows, need not begin one.
    private func fixSnapshot(_ position: Int, before action: StoreStep.Action) throws {
        if case .refresh = action {
            hasSnapshot.remove(position)
        } else if case .reserve = action {
            return
        } else if hasSnapshot.insert(position).inserted, let entity = schema.entities.first {
            _ = try RowList.read(
                try sessions[position].fetch(FetchRequest(entity: entity)).cursor, of: entity)
        }
    }

    private func outcome(of action: StoreStep.Action, in session: any StoreSession) throws -> StepOutcome {
        switch action {
        case .commit(let changes): return try commit(changes, session)
        case .fetch(let plan):
            guard let entity = schema.entity(plan.entity) else { return .done }
            _ = try session.explain(plan.request(entity))
            return try fetch(plan, entity, session)
        case .count(let plan):
            return .count(try schema.entity(plan.entity).flatMap { try session.count(plan.request($0)) })
        case .aggregate(let plan):
            return .results(
                try schema.entity(plan.rows.entity).flatMap { entity in
                    let request = plan.request(entity)
                    _ = try session.explain(request)
                    return try session.aggregate(request)
                })
        case .interleave(let first, let second): return try interleave(first, second, session)
        case .links(let name, let fromFirst, let keys):
            guard let table = schema.links.first(where: { $0.name == name }) else { return .done }
            return .pairs(try session.links(table, fromFirst: fromFirst, of: keys).map { [$0.0, $0.1] })
        case .missing(let name, let keys):
            return .keys(try schema.entity(name).map { try session.missing(keys, of: $0) } ?? [])
        case .reserve(let name, let count):
            return try schema.entity(name).map { try reserve(count, $0, session) } ?? .done
        case .refresh:
            try session.refresh()
            return .done
        }
    }

    private func fetch(
        _ plan: FetchPlan, _ entity: Entity, _ session: any StoreSession
    ) throws -> StepOutcome {
        let request = plan.request(entity)
        let found = try CompleteAnswer.rows(of: request, in: session, schema)
        if let mistake = try SelectedValues.mistake(request, found, in: session, schema) {
            return .wrong(mistake)
        }
        return .rows(comparable(found, plan, entity))
    }

    private func rows(_ plan: FetchPlan, _ entity: Entity, _ session: any StoreSession) throws -> [[Value]] {
        comparable(try CompleteAnswer.rows(of: plan.request(entity), in: session, schema), plan, entity)
    }

    /// Rows as they are compared with those of other stores: in the order of keys where the plan leaves it open.
    private func comparable(_ rows: [[Value]], _ plan: FetchPlan, _ entity: Entity) -> [[Value]] {
        let rows = canonical(rows, entity)
        return plan.isGroupedByReference ? RowList.byKey(rows, entity) : rows
    }

    /// Rows whose versions are the numbers of the commits that wrote them.
    private func canonical(_ rows: [[Value]], _ entity: Entity) -> [[Value]] {
        rows.map { row in
            var row = row
            if case .integer(let version)? = row.last {
                row[row.count - 1] = .integer(Int64(commits[version] ?? -1))
            }
            return row
        }
    }

    private func interleave(_ first: FetchPlan, _ second: FetchPlan, _ session: any StoreSession) throws
        -> StepOutcome
    {
        guard let left = schema.entity(first.entity), let right = schema.entity(second.entity) else {
            return .done
        }
        // A part that a store leaves to the core fails there, if it does; the cursors themselves do not show it.
        for (plan, entity) in [(first, left), (second, right)] {
            _ = try CompleteAnswer.rows(of: plan.request(entity), in: session, schema)
        }
        let answers = try RowList.interleaved(first.request(left), second.request(right), in: session)
        let separate = try [
            RowList.read(try session.fetch(first.request(left)).cursor, of: left),
            RowList.read(try session.fetch(second.request(right)).cursor, of: right),
        ]
        return answers == separate
            ? .done : .wrong("two cursors read in turns give other rows than one after the other")
    }

    private func reserve(_ count: Int, _ entity: Entity, _ session: any StoreSession) throws -> StepOutcome {
        let first = try session.reserveKeys(count, of: entity)
        let block = first...(first + Int64(count) - 1)
        if reserved[entity.name, default: []].contains(where: { $0.overlaps(block) }) {
            return .wrong("a key was reserved twice")
        }
        reserved[entity.name, default: []].append(block)
        return .done
    }

    private func commit(_ changes: [RowChange], _ session: any StoreSession) throws -> StepOutcome {
        let set = try ChangeSetBuilder(schema, session).changeSet(changes)
        let result = try session.commit(set)
        if result.conflicts.isEmpty, !(set.updates.isEmpty && set.inserts.isEmpty) {
            if let newest, result.version <= newest {
                return .wrong("a version was not larger than those before it")
            }
            newest = result.version
            commits[result.version] = commits.count
        }
        guard let state = state(of: session) else { return .wrong("nothing can be read after a commit") }
        return .committed(conflicts: Set(result.conflicts), state: state)
    }

    /// Everything a session sees; `nil` when reading fails.
    private func state(of session: any StoreSession) -> [[Value]]? {
        try? schema.entities.flatMap { entity in
            try rows(FetchPlan(entity: entity.name), entity, session).map { [.text(entity.name)] + $0 }
        }
            + schema.links.flatMap { table in
                try pairs(of: table, in: session).map { [.text(table.name)] + $0.0.values + $0.1.values }
            }
    }
}

extension StoreRun {
    /// The keys that the newest state of an entity has.
    func keys(of entity: Entity) -> [ObjectKey] {
        (try? newestSession { try keys(of: entity, in: $0) }) ?? []
    }

    /// The pairs that the newest state of a table has.
    func pairs(of table: LinkTable) -> [(ObjectKey, ObjectKey)] {
        (try? newestSession { try pairs(of: table, in: $0) }) ?? []
    }

    private func newestSession<T>(_ body: (any StoreSession) throws -> T) throws -> T {
        let session = try store.makeSession()
        defer { session.end() }
        return try body(session)
    }

    private func keys(of entity: Entity, in session: any StoreSession) throws -> [ObjectKey] {
        try RowList.read(try session.fetch(FetchRequest(entity: entity)).cursor, of: entity)
            .compactMap { row in ObjectKey(entity.keyColumns.map { row[$0] }) }
    }

    private func pairs(of table: LinkTable, in session: any StoreSession) throws -> [(ObjectKey, ObjectKey)] {
        try session.links(table, fromFirst: true, of: keys(of: table.firstEntity, in: session))
    }
}
