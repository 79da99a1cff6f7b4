import FoundationEssentials
import Granary

/// What is missing of an object that a server has served: some properties, the object that it refers to, or to know what
/// the server holds now.
@Model(unique: [["entity", "key", "property"]], indexes: [["target", "targetKey"]]) final class SyncGap {
    var id: UUID
    /// The name of the model.
    var entity: String
    /// The key of the object, in the compact format.
    var key: Data
    /// The relationship whose target is not here; empty for the object as a whole, and ``staleMark`` for values that the
    /// server may hold otherwise.
    var property: String
    /// The names of the properties that were never served, or may be others at the server, in the compact format.
    var missing: Data
    /// The served values, in the compact format, where the object cannot be here without the target.
    var row: Data?
    /// The name of the model of the target.
    var target: String?
    /// The key of the target, in the compact format.
    var targetKey: Data?

    /// Notes that some properties were never served.
    init(entity: String, key: Data, missing: [String]) {
        id = SyncBookkeeping.identifiers.makeUUID()
        self.entity = entity
        self.key = key
        property = ""
        self.missing = EntryNames(missing).written
    }

    /// Notes that the server may hold other values of some properties than are here.
    init(entity: String, key: Data, stale: [String]) {
        id = SyncBookkeeping.identifiers.makeUUID()
        self.entity = entity
        self.key = key
        property = Self.staleMark
        missing = EntryNames(stale).written
    }

    /// Notes that a reference waits for its target, and with a row that the object does.
    init(entity: String, key: Data, _ reference: WaitingReference, row: Data? = nil, missing: [String] = []) {
        id = SyncBookkeeping.identifiers.makeUUID()
        self.entity = entity
        self.key = key
        property = reference.relationship.name
        self.missing = EntryNames(missing).written
        self.row = row
        target = reference.relationship.destination.name
        targetKey = reference.target?.entryData
    }
}

extension SyncGap {
    /// Stands in the place of a property, whose names have letters.
    static let staleMark = "*"

    /// Whether the server may hold other values than are here: they were served while a write of the object was on its way.
    var isStale: Bool { property == Self.staleMark }

    /// Whether anything is missing of any object, which is an exception; it costs less than to look for some objects.
    static func exist(in context: Context) throws -> Bool { try context.exists(SyncGap.all) }

    /// Whether the server may hold other values of some objects of an entity than are here.
    static func hasStaleObjects(_ entity: Entity, in context: Context) throws -> Bool {
        let (name, mark) = (entity.name, staleMark)
        return try context.exists(SyncGap.where { $0.entity == name && $0.property == mark })
    }

    /// The gaps of some objects, and perhaps of others.
    static func gaps(of keys: AskedKeys, _ entity: Entity, in context: Context) throws -> [SyncGap] {
        let name = entity.name
        let all = SyncGap.where { $0.entity == name }
        guard let keys = keys.list else { return try context.fetch(all) }
        return keys.isEmpty ? [] : try context.fetch(all.where { $0.key.isIn(keys) })
    }

    /// The gaps of some objects.
    static func gaps(of keys: [Data], _ entity: Entity, in context: Context) throws -> [SyncGap] {
        let asked = AskedKeys(keys)
        let found = try gaps(of: asked, entity, in: context)
        if asked.list != nil || found.isEmpty { return found }
        let wanted = Set(keys)
        return found.filter { wanted.contains($0.key) }
    }

    /// The gaps that wait for some objects.
    static func gaps(waitingFor arrival: WaitingRows.Arrival, in context: Context) throws -> [SyncGap] {
        let name: String? = arrival.entity.name
        let all = SyncGap.where { $0.target == name }
        if arrival.count == 0 { return [] }
        if arrival.count <= AskedKeys.most {
            let list = try arrival.keys().map { Optional($0.entryData) }
            return try context.fetch(all.where { $0.targetKey.isIn(list) })
        }
        let gaps = try context.fetch(all)
        if gaps.isEmpty { return [] }
        let keys = try arrival.keys()
        return gaps.filter { gap in
            guard let target = gap.targetKey.flatMap({ try? ObjectKey(entryData: $0) }) else { return false }
            return keys.contains(target)
        }
    }

    /// The keys of those objects that lack something.
    static func lacking<M: Granary.Model>(
        _ ids: some Collection<ObjectID<M>>, _ entity: Entity, in context: Context
    ) throws -> Set<ObjectKey> {
        // The keys of many objects take longer to write than to read what is noted of the whole model.
        let asked = AskedKeys(ids) { $0.key.objectKey.entryData }
        let lacking = Set(try gaps(of: asked, entity, in: context).map { try ObjectKey(entryData: $0.key) })
        if asked.list != nil || lacking.isEmpty { return lacking }
        return lacking.intersection(ids.lazy.map(\.key.objectKey))
    }

    /// Whether rows of an entity wait for objects that they refer to.
    static func hasWaitingRows(_ entity: Entity, in context: Context) throws -> Bool {
        let name = entity.name
        return try context.exists(SyncGap.where { $0.entity == name && $0.row != nil })
    }

    /// Deletes the rows that wait, of some objects.
    static func forgetRows(_ keys: [Data], _ entity: Entity, in context: Context) throws {
        for gap in try gaps(of: keys, entity, in: context) where gap.row != nil { try context.delete(gap) }
    }

    /// Forgets that the server may hold other values of some objects, which neither side has.
    static func forgetStale(_ keys: [Data], _ entity: Entity, in context: Context) throws {
        for gap in try gaps(of: keys, entity, in: context) where gap.isStale { try context.delete(gap) }
    }

    /// Deletes the rows that wait, but those of some objects.
    static func forgetRows(except keys: Set<Data>, _ entity: Entity, in context: Context) throws {
        let name = entity.name
        for gap in try context.fetch(SyncGap.where { $0.entity == name && $0.row != nil })
        where !keys.contains(gap.key) {
            try context.delete(gap)
        }
    }

    /// Whether it is about a reference.
    func waits(_ reference: WaitingReference) -> Bool {
        property == reference.relationship.name && targetKey == reference.target?.entryData
    }

    /// Notes that some properties are known now.
    func fill(_ given: PropertySet, of entity: Entity, in context: Context) throws {
        if !property.isEmpty, !isStale {
            if entity.property(property).map(given.contains) ?? true { try context.delete(self) }
            return
        }
        let names = try EntryNames(reading: missing).names
        let left = names.filter { name in entity.property(name).map { !given.contains($0) } ?? false }
        if left.isEmpty { return try context.delete(self) }
        if left != names { missing = EntryNames(left).written }
    }

    /// Notes that the server knows what a write of an object has written; by ``GapFilling``.
    static func fill(_ entry: SyncEntry, in context: Context) throws {
        guard let entity = context.schema.entity(entry.entity) else { return }
        for gap in try gaps(of: [entry.key], entity, in: context) {
            // What the server holds besides the write is as unknown as before.
            if gap.isStale, entry.kind != .delete { continue }
            if entry.kind != .update {
                try context.delete(gap)
                continue
            }
            var given = PropertySet()
            for change in try EntryValues(reading: entry.values).changes {
                if let property = entity.property(change.property) { given.insert(property) }
            }
            try gap.fill(given, of: entity, in: context)
        }
    }
}
