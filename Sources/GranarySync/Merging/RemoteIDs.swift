import FoundationEssentials
import Granary

/// What a server calls the objects of a model that has an attribute for it.
struct RemoteIDs {
    let context: Context
    let entity: Entity
    /// The position of the attribute.
    let attribute: Int

    /// `nil` for a model without such an attribute.
    init?(_ entity: Entity, _ rule: SyncRule, _ context: Context) {
        guard let attribute = rule.models[entity.index]?.attributes.remoteID else { return nil }
        self.context = context
        self.entity = entity
        self.attribute = attribute
    }

    /// Whether the server's ids have the type of the keys: then keys and references from the server are its ids.
    var areKeys: Bool {
        entity.keyTypes == [entity.attributes[attribute].type]
    }

    /// The keys of the objects that are here, by the server's ids.
    func keys(of ids: Set<Value>) throws -> [Value: ObjectKey] {
        // Keys of another type are no ids.
        let list = ids.filter(isID).sorted { $0.compare($1) == .less }
        guard !list.isEmpty, let type = entity.type as? any Granary.Model.Type else { return [:] }
        let name = entity.attributes[attribute].name
        let found = try pairs(.isIn(.attribute(path: [], name: name), list), type)
        return Dictionary(found.map { ($0.id, $0.key) }) { first, _ in first }
    }

    private func isID(_ value: Value) -> Bool {
        switch (value, entity.attributes[attribute].type) {
        case (.integer, .integer), (.text, .text), (.uuid, .uuid): true
        default: false
        }
    }

    /// The server's ids of the objects that are here, by their keys; null for an object without one.
    func ids(of keys: Set<ObjectKey>) throws -> [ObjectKey: Value] {
        guard !keys.isEmpty, let type = entity.type as? any Granary.Model.Type else { return [:] }
        let found = try pairs(.holdsKey(path: [], keys: keys.sorted()), type)
        return Dictionary(found.map { ($0.key, $0.id) }) { first, _ in first }
    }

    private func pairs<M: Granary.Model>(
        _ condition: ExpressionTree, _ type: M.Type
    ) throws -> [(key: ObjectKey, id: Value)] {
        try context.fetch(Query<M>(predicate: condition)).map { object in
            let values = try object.snapshot.columnValues(of: entity, only: attribute)
            return (object.erasedKey, values[attribute])
        }
    }

    /// Notes in the writes that delete an object what the server calls it, where it says so after the deletion.
    func note(_ id: Value, ofDeleted key: ObjectKey) throws {
        let (name, data, property) = (entity.name, key.entryData, entity.attributes[attribute].name)
        for entry in try context.fetch(SyncEntry.where { $0.entity == name && $0.key == data })
        where entry.kind == .delete {
            var values = try entry.baseValues()
            values.changes.removeAll { $0.property == property }
            values.changes.append(.init(property: property, before: [id], after: nil))
            entry.noteNumber()
            entry.base = values.written
        }
    }

    /// The server's id of an object, also of one that was deleted here; `nil` if the server has not said it.
    func id(of key: ObjectKey) throws -> Value? {
        if let id = try ids(of: [key])[key], !id.isNull { return id }
        // The write that deletes an object has its values.
        let (name, data, property) = (entity.name, key.entryData, entity.attributes[attribute].name)
        for entry in try context.fetch(SyncEntry.where { $0.entity == name && $0.key == data }) {
            for change in try entry.baseValues().changes where change.property == property {
                if let id = change.before?.first ?? change.after?.first, !id.isNull { return id }
            }
        }
        return nil
    }
}
