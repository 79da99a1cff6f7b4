import Granary

/// Makes a change set of planned changes, with the versions that a session sees.
struct ChangeSetBuilder {
    private let schema: Schema
    private let session: any StoreSession

    init(_ schema: Schema, _ session: any StoreSession) {
        self.schema = schema
        self.session = session
    }

    /// The change set; changes of entities or tables that there are not are left out.
    func changeSet(_ changes: [RowChange]) throws -> ChangeSet {
        var set = ChangeSet()
        for change in changes { try add(change, to: &set) }
        return set
    }

    private func add(_ change: RowChange, to set: inout ChangeSet) throws {
        switch change {
        case .insert(let name, let plan):
            guard let entity = schema.entity(name) else { return }
            let row = plan.row(of: entity)
            guard row.key != nil else { return }
            Self.add(entity, to: &set.inserts, \.entity, { InsertBatch(entity: $0, rows: []) }) {
                $0.rows.append(row)
            }
        case .update(let name, let key, let rule, let plan):
            guard let entity = schema.entity(name) else { return }
            let properties = plan.properties(of: entity)
            if properties.isEmpty { return }
            let row = UpdateBatch.Row(
                key: key, version: try version(rule, key, entity), source: plan.row(of: entity),
                properties: properties)
            Self.add(entity, to: &set.updates, \.entity, { UpdateBatch(entity: $0, rows: []) }) {
                $0.rows.append(row)
            }
        case .delete(let name, let key, let rule):
            guard let entity = schema.entity(name) else { return }
            let version = try version(rule, key, entity)
            Self.add(entity, to: &set.deletes, \.entity, { DeleteBatch(entity: $0, rows: []) }) {
                $0.rows.append((key, version))
            }
        case .require(let name, let key, let rule):
            guard let entity = schema.entity(name) else { return }
            let version = try version(rule, key, entity)
            Self.add(entity, to: &set.requirements, \.entity, { DeleteBatch(entity: $0, rows: []) }) {
                $0.rows.append((key, version))
            }
        case .link(let name, let first, let second, let isAdded): link(name, (first, second), isAdded, &set)
        }
    }

    private static func add<Batch>(
        _ entity: Entity, to batches: inout [Batch], _ owner: (Batch) -> Entity, _ make: (Entity) -> Batch,
        _ change: (inout Batch) -> Void
    ) {
        let position = batches.firstIndex { owner($0).name == entity.name } ?? batches.count
        if position == batches.count { batches.append(make(entity)) }
        change(&batches[position])
    }

    private func link(_ name: String, _ pair: (ObjectKey, ObjectKey), _ isAdded: Bool, _ set: inout ChangeSet)
    {
        guard let table = schema.links.first(where: { $0.name == name }) else { return }
        let position = set.links.firstIndex { $0.table.name == name } ?? set.links.count
        if position == set.links.count { set.links.append(LinkBatch(table: table)) }
        let isKnown = (set.links[position].added + set.links[position].removed).contains { $0 == pair }
        if isKnown { return }
        if isAdded {
            set.links[position].added.append(pair)
        } else {
            set.links[position].removed.append(pair)
        }
    }

    /// The version a rule asks for; any, when the session sees no such row.
    private func version(_ rule: VersionRule, _ key: ObjectKey, _ entity: Entity) throws -> Int64? {
        switch rule {
        case .any: return nil
        case .wrong: return -7
        case .seen:
            var request = FetchRequest(entity: entity)
            request.selection = .keys([key])
            let row = try RowList.read(try session.fetch(request).cursor, of: entity).first
            guard case .integer(let version)?? = row?.last else { return nil }
            return version
        }
    }
}

extension RowPlan {
    /// The row, as the store is given it.
    func row(of entity: Entity) -> Record {
        let row = Record(of: entity, [:])
        for position in 0..<entity.propertyCount {
            let given = values[entity.propertyName(position)] ?? []
            for (column, value) in zip(entity.columns(ofProperty: position), given) {
                row.values[column] = value
            }
        }
        return row
    }

    /// The properties that are named.
    func properties(of entity: Entity) -> PropertySet {
        var set = PropertySet()
        for position in 0..<entity.propertyCount where values[entity.propertyName(position)] != nil {
            set.insert(position)
        }
        return set
    }
}
