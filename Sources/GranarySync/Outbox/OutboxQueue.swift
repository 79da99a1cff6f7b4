import FoundationEssentials
import Granary

/// The writes that are not settled, in order, and which of them may be sent.
///
/// A write waits for each earlier one of an object that it concerns: its own, and those that it refers to before or
/// after. A write that is held, or that the server has refused, so stops what builds on it, and nothing else.
struct OutboxQueue: Sendable {
    /// An unsettled write.
    struct Item: Sendable {
        let id: UUID
        let object: EntryPlace
        /// The objects that it refers to before or after.
        let targets: [EntryPlace]
        /// Whether it is neither held nor refused, and can be read.
        var canLeave: Bool
        /// Whether it can become one write with others of its object, since it has never left.
        let canCoalesce: Bool
    }

    /// A write that may be sent, with the later ones of its object that become one with it.
    struct Departure: Sendable {
        let id: UUID
        var later: [UUID] = []
    }

    /// How many further writes are looked at for such later ones.
    private static let reach = 256

    private(set) var items: [Item]
    /// The writes that the server does not carry out.
    private(set) var refused: Set<UUID> = []

    /// Reads all entries of a store.
    init(_ context: Context, _ rule: SyncRule) throws {
        let entries = try context.fetch(SyncEntry.all).sorted(by: EntryOrder.precedes)
        refused = Set(entries.lazy.filter { $0.state == .refused }.map(\.id))
        items = entries.map { entry in
            let targets = try? entry.targets(in: context.schema)
            return Item(
                id: entry.id, object: entry.object, targets: targets ?? [],
                canLeave: targets != nil && (entry.state == .waiting || entry.state == .sent),
                canCoalesce: entry.state == .waiting
                    && rule.coalesces(context.schema.entity(entry.entity), entry))
        }
    }

    /// The first writes that may be sent, of which none waits for another.
    ///
    /// - Complexity: O(writes before the last one).
    func next(upTo most: Int) -> [Departure] {
        var departures: [Departure] = []
        /// The objects whose later writes may still join a departure.
        var open: [EntryPlace: Int] = [:]
        var written: Set<EntryPlace> = []
        var referred: Set<EntryPlace> = []
        var rest = Self.reach
        for item in items {
            if departures.count >= max(most, 1) {
                rest -= 1
                if rest < 0 || open.isEmpty { break }
            }
            let waitsForOthers =
                referred.contains(item.object) || item.targets.contains(where: written.contains)
            let departure = open.removeValue(forKey: item.object)
            if let departure, item.canLeave, item.canCoalesce, !waitsForOthers {
                departures[departure].later.append(item.id)
                open[item.object] = departure
            } else if departures.count < max(most, 1), item.canLeave, !waitsForOthers,
                !written.contains(item.object)
            {
                if item.canCoalesce { open[item.object] = departures.count }
                departures.append(Departure(id: item.id))
            }
            written.insert(item.object)
            referred.formUnion(item.targets)
        }
        return departures
    }

    /// Takes out writes that are settled.
    mutating func remove(_ ids: Set<UUID>) { items.removeAll { ids.contains($0.id) } }

    /// Notes that a write was refused.
    mutating func hold(_ id: UUID) {
        refused.insert(id)
        for position in items.indices where items[position].id == id { items[position].canLeave = false }
    }
}
