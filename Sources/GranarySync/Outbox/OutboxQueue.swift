import FoundationEssentials
import Granary

/// The writes that are not settled, in order, and which of them may be sent.
///
/// A write waits for each earlier one of an object that it concerns: its own, and those that it refers to before or
/// after. A write that is held, or that the server has refused, so stops what builds on it, and nothing else.
struct OutboxQueue: Sendable {
    /// An object of a model.
    struct Place: Hashable, Sendable {
        let entity: String
        let key: Data
    }

    /// An unsettled write.
    struct Item: Sendable {
        let id: UUID
        let object: Place
        /// The objects that it refers to before or after.
        let targets: [Place]
        /// Whether it is neither held nor refused, and can be read.
        var canLeave: Bool
    }

    private(set) var items: [Item]

    /// Reads all entries of a store.
    init(_ context: Context) throws {
        let entries = try context.fetch(SyncEntry.all).sorted(by: EntryOrder.precedes)
        items = entries.map { entry in
            let targets = try? Self.targets(of: entry, in: context.schema)
            return Item(
                id: entry.id, object: Place(entity: entry.entity, key: entry.key), targets: targets ?? [],
                canLeave: targets != nil && (entry.state == .waiting || entry.state == .sent))
        }
    }

    /// The first write that may be sent.
    ///
    /// - Complexity: O(writes before it).
    var next: Item? {
        var written: Set<Place> = []
        var referred: Set<Place> = []
        for item in items {
            let waits =
                written.contains(item.object) || referred.contains(item.object)
                || item.targets.contains(where: written.contains)
            if item.canLeave, !waits { return item }
            written.insert(item.object)
            referred.formUnion(item.targets)
        }
        return nil
    }

    /// Takes out a write that is settled.
    mutating func remove(_ id: UUID) { items.removeAll { $0.id == id } }

    /// Notes that a write was refused.
    mutating func hold(_ id: UUID) {
        for position in items.indices where items[position].id == id { items[position].canLeave = false }
    }

    private static func targets(of entry: SyncEntry, in schema: Schema) throws -> [Place] {
        let values = try EntryValues(reading: entry.values)
        guard let entity = schema.entity(entry.entity) else { return [] }
        var targets: [Place] = []
        for change in values.changes {
            guard let relationship = entity.relationship(change.property) else { continue }
            for part in [change.before, change.after] {
                guard let key = part.flatMap({ ObjectKey($0) }) else { continue }
                targets.append(Place(entity: relationship.destination.name, key: key.entryData))
            }
        }
        for pair in values.pairs {
            guard let relationship = entity.relationship(pair.relationship) else { continue }
            targets.append(Place(entity: relationship.destination.name, key: pair.target.entryData))
        }
        // An object may refer to itself, which it need not wait for.
        let own = Place(entity: entry.entity, key: entry.key)
        return targets.filter { $0 != own }
    }
}
