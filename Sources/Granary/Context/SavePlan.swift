/// What one save writes, store by store.
struct SavePlan {
    /// The part of one store.
    struct Part {
        let store: Int
        var changes = ChangeSet()
    }

    /// The parts in the order of the stores.
    private(set) var parts: [Part] = []
    /// The entities whose many-to-many relationships change.
    private(set) var linkedEntities: Set<String> = []

    /// Collects the pending changes of a context.
    init(_ context: ManagedContext) throws {
        var parts: [Int: Part] = [:]
        for register in Self.referencedFirst(context) where !register.touched.isEmpty {
            let store = try context.coordinator.storeIndex(of: register.entity)
            Self.collect(register, into: &parts[store, default: Part(store: store)].changes)
        }
        for (name, pairs) in context.pendingLinks where !pairs.isEmpty {
            guard let table = context.schema.links.first(where: { $0.name == name }),
                let entity = context.schema.entity(table.firstEntity)
            else { continue }
            let store = try context.coordinator.storeIndex(of: entity)
            parts[store, default: Part(store: store)].changes.links.append(Self.batch(table, pairs))
            linkedEntities.formUnion([table.firstEntity, table.secondEntity])
        }
        try Self.collectRequired(context, into: &parts)
        try adopt(parts, context)
    }

    /// Plans changes that are no object's, with what is required unchanged.
    init(_ context: ManagedContext, committing changes: ChangeSet, of entity: Entity) throws {
        let store = try context.coordinator.storeIndex(of: entity)
        var parts = [store: Part(store: store, changes: changes)]
        try Self.collectRequired(context, into: &parts)
        try adopt(parts, context)
    }

    /// - Throws: ``GranaryError/Code/denied`` when one of the stores is read-only.
    private mutating func adopt(_ parts: [Int: Part], _ context: ManagedContext) throws {
        self.parts = parts.values.filter { !$0.changes.isEmpty }.sorted { $0.store < $1.store }
        for part in self.parts where context.coordinator.members[part.store].isReadOnly {
            let name = context.coordinator.members[part.store].name
            var error = GranaryError(
                .denied, "The store “\(name)” is configured read-only; nothing was saved.")
            error.context.store = name
            throw error
        }
    }

    private static func collect(_ register: EntityRegister, into changes: inout ChangeSet) {
        var inserts: [any RowEncodable] = []
        var updates: [UpdateBatch.Row] = []
        var deletes: [(key: ObjectKey, version: Int64?)] = []
        for object in register.touched {
            switch object.objectState.phase {
            case .inserted: inserts.append(object)
            case .stored:
                guard let properties = object.objectState.changes?.properties else { continue }
                updates.append(
                    UpdateBatch.Row(
                        key: object.erasedKey, version: object.objectState.version, source: object,
                        properties: properties))
            case .deleted: deletes.append((object.erasedKey, object.objectState.version))
            case .transient, .detached: break
            }
        }
        if !inserts.isEmpty { changes.inserts.append(InsertBatch(entity: register.entity, rows: inserts)) }
        if !updates.isEmpty {
            changes.updates.append(UpdateBatch(entity: register.entity, rows: inKeyOrder(updates) { $0.key }))
        }
        if !deletes.isEmpty {
            changes.deletes.append(DeleteBatch(entity: register.entity, rows: inKeyOrder(deletes) { $0.key }))
        }
    }

    /// Rows in the order of their keys, as engines write them fastest.
    private static func inKeyOrder<T>(_ rows: [T], _ key: (T) -> ObjectKey) -> [T] {
        let isOrdered = rows.indices.dropFirst().allSatisfy { key(rows[$0 - 1]) < key(rows[$0]) }
        return isOrdered ? rows : rows.sorted { key($0) < key($1) }
    }

    private static func batch(_ table: LinkTable, _ pairs: [LinkPair: Bool]) -> LinkBatch {
        var batch = LinkBatch(table: table)
        for (pair, added) in pairs {
            let keys = (first: pair.first.erasedKey, second: pair.second.erasedKey)
            let isGone = pair.first.objectState.phase == .deleted || pair.second.objectState.phase == .deleted
            if added && !isGone { batch.added.append(keys) } else { batch.removed.append(keys) }
        }
        batch.added.sort { ($0.first, $0.second) < ($1.first, $1.second) }
        batch.removed.sort { ($0.first, $0.second) < ($1.first, $1.second) }
        return batch
    }

    private static func collectRequired(_ context: ManagedContext, into parts: inout [Int: Part]) throws {
        for object in context.required where !object.objectState.isPending {
            guard let register = context.register(of: object), object.objectState.phase == .stored else {
                continue
            }
            let store = try context.coordinator.storeIndex(of: register.entity)
            parts[store, default: Part(store: store)].changes.requirements.append(
                DeleteBatch(entity: register.entity, rows: [(object.erasedKey, object.objectState.version)]))
        }
    }

    /// The registers so that entities come after those they refer to, where there is no cycle.
    private static func referencedFirst(_ context: ManagedContext) -> [EntityRegister] {
        let busy = context.registers.filter { !$0.touched.isEmpty }
        if busy.count < 2 { return busy }
        var ordered: [EntityRegister] = []
        var visited: Set<Int> = []
        func visit(_ register: EntityRegister) {
            guard visited.insert(register.entity.index).inserted else { return }
            for relationship in register.entity.toOne {
                if let target = context.schema.entity(relationship.destination) {
                    visit(context.registers[target.index])
                }
            }
            ordered.append(register)
        }
        for register in busy { visit(register) }
        return ordered
    }
}
