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
        /// The save that it is a part of.
        let save: UUID
        let object: EntryPlace
        /// The lane that sends it.
        let lane: LaneKey
        /// The objects that it refers to before or after.
        var targets: [EntryPlace]
        /// Whether it is neither held nor refused, and can be read.
        var canLeave: Bool
        /// Whether it can become one write with others of its object, since it has never left.
        var canCoalesce: Bool
        /// The hash of the object.
        let objectHash: Int

        /// Whether it is about an object of one of some models; a command is about those that it names.
        func isAbout(any models: Set<String>) -> Bool {
            if models.isEmpty { return false }
            if !object.entity.isEmpty { return models.contains(object.entity) }
            return targets.contains { models.contains($0.entity) }
        }
    }

    /// A write that may be sent, with the later ones of its object that become one with it.
    struct Departure: Sendable {
        let id: UUID
        var later: [UUID] = []

        /// All of these.
        var all: [UUID] { [id] + later }
    }

    /// Up to this many are removed one by one.
    private static let fewItems = 8
    /// How many further writes are looked at for such later ones.
    private static let reach = 256

    /// A slice, from whose front writes leave without a move of the others.
    private var items: ArraySlice<Item>
    /// The errors of the writes that wait and cannot be read, by their identities: a newer version has written them, or they
    /// are damaged.
    let unreadable: [UUID: GranaryError]
    /// The lanes of these, so that one without writes costs nothing.
    private let lanes: Set<LaneKey>

    /// Reads all entries of a store.
    init(_ context: Context, _ rule: SyncRule) throws {
        let entries = try context.fetch(SyncEntry.all).sorted(by: EntryOrder.precedes)
        var unreadable: [UUID: GranaryError] = [:]
        let items = entries.map { entry in
            var targets: [EntryPlace]?
            do { targets = try entry.targets(in: context.schema) } catch let error as GranaryError {
                if entry.state == .waiting || entry.state == .sent {
                    unreadable[entry.id] = entry.naming(error)
                }
            } catch {}
            let object = entry.object
            return Item(
                id: entry.id, save: entry.save, object: object,
                lane: rule.lane(of: entry, targets ?? [], in: context.schema), targets: targets ?? [],
                canLeave: targets != nil && (entry.state == .waiting || entry.state == .sent),
                canCoalesce: !entry.mayHaveLeft
                    && rule.coalesces(context.schema.entity(entry.entity), entry),
                objectHash: object.hashValue)
        }
        self.items = items[...]
        self.unreadable = unreadable
        lanes = Set(items.lazy.map(\.lane))
    }

    /// The next writes of a lane that may be sent to a source, as it takes them, besides those that are on their way and
    /// those of some models.
    ///
    /// Writes that the save which marks these settles stop no other.
    func departures(
        in lane: LaneKey, to source: any RemoteSource, besides claimed: Set<UUID>,
        without models: Set<String>,
        after settled: Set<UUID> = []
    ) -> [Departure] {
        if !lanes.contains(lane) { return [] }
        let most = source.mostWritesPerBatch
        return source.takesWholeSaves
            ? nextSave(in: lane, upTo: most, besides: claimed, without: models, after: settled)
            : next(in: lane, upTo: most, besides: claimed, without: models, after: settled)
    }

    /// The names of the sources whose writes could leave.
    var sources: Set<String> { Set(items.lazy.filter(\.canLeave).map(\.lane.source)) }

    /// The first writes of a lane that may be sent and do not wait for each other, besides those that are on their way.
    ///
    /// - Complexity: O(writes before the last one).
    func next(
        in lane: LaneKey, upTo most: Int, besides claimed: Set<UUID>, without models: Set<String> = [],
        after settled: Set<UUID> = []
    ) -> [Departure] {
        var departures: [Departure] = []
        /// The objects whose later writes may still join a departure.
        var open: [EntryPlace: Int] = [:]
        var built = BuiltOn()
        let most = max(most, 1)
        // Where to end once there are enough of them.
        var end: Int?
        for (position, item) in zip(items.indices, items) where !settled.contains(item.id) {
            if departures.count >= most { end = end ?? endOfLater(of: open, from: position) }
            if let end, position >= end { break }
            let isFree =
                item.canLeave && item.lane == lane && !claimed.contains(item.id)
                && !item.isAbout(any: models)
            let departure = open.removeValue(forKey: item.object)
            if let departure, isFree, item.canCoalesce, !built.referTo(item) {
                departures[departure].later.append(item.id)
                open[item.object] = departure
            } else if departures.count < most, isFree, !built.stop(item) {
                if item.canCoalesce { open[item.object] = departures.count }
                departures.append(Departure(id: item.id))
            }
            built.add(item)
        }
        return departures
    }

    /// The position behind the last one of the next writes that could become one with another of its object; the position
    /// itself if there is none.
    ///
    /// Most writes are the only one of their object: what they build on need not be gathered then.
    private func endOfLater(of open: [EntryPlace: Int], from position: Int) -> Int {
        guard let first = open.first?.key else { return position }
        let (isSole, hash) = (open.count == 1, first.hashValue)
        var end = min(position + Self.reach, items.endIndex)
        while end > position {
            let last = end - 1
            // Most are distinguished without a look at their keys.
            if items[last].canCoalesce, !isSole || items[last].objectHash == hash,
                open[items[last].object] != nil
            {
                break
            }
            end = last
        }
        return end
    }

    /// The writes of the first save in a lane that may be sent, in their order, besides those that are on their way.
    ///
    /// They may build on one another. One that waits for a write which cannot leave stays behind, with what builds on it.
    /// One that waits for a write of its save in another lane stays behind with all that come after it, since that one
    /// may wait for those before it; where one waits for a write of another save, the whole save does.
    ///
    /// - Complexity: O(writes · saves that wait before the first one).
    func nextSave(
        in lane: LaneKey, upTo most: Int, besides claimed: Set<UUID>, without models: Set<String> = [],
        after settled: Set<UUID> = []
    ) -> [Departure] {
        var tried: Set<UUID> = []
        for first in items {
            guard first.lane == lane, first.canLeave, !first.isAbout(any: models),
                !claimed.contains(first.id), !settled.contains(first.id),
                tried.insert(first.save).inserted
            else { continue }
            if let members = members(of: first.save, lane, claimed, models, settled), !members.isEmpty {
                return members.prefix(max(most, 1)).map { Departure(id: $0) }
            }
        }
        return []
    }

    /// The writes of a save that may leave together; `nil` if one waits for a write of another save that will leave.
    private func members(
        of save: UUID, _ lane: LaneKey, _ claimed: Set<UUID>, _ models: Set<String>, _ settled: Set<UUID>
    ) -> [UUID]? {
        var (others, siblings, stuck) = (BuiltOn(), BuiltOn(), BuiltOn())
        var members: [UUID] = []
        for item in items where !settled.contains(item.id) {
            let isStuck = !item.canLeave || item.isAbout(any: models) || stuck.stop(item)
            if isStuck { stuck.add(item) }
            guard item.save == save, item.lane == lane else {
                if isStuck { continue }
                if item.save == save { siblings.add(item) } else { others.add(item) }
                continue
            }
            if isStuck { continue }
            if claimed.contains(item.id) || others.stop(item) { return nil }
            if siblings.stop(item) { break }
            members.append(item.id)
        }
        return members
    }

    /// Notes that writes have left, with the later ones that became one with them, and refer to their objects too now.
    mutating func leave(_ departures: [Departure]) {
        var owners: [UUID: UUID] = [:]
        for departure in departures { for id in departure.later { owners[id] = departure.id } }
        var targets: [UUID: [EntryPlace]] = [:]
        if !owners.isEmpty {
            for item in items {
                if let owner = owners[item.id] { targets[owner, default: []] += item.targets }
            }
            remove(Set(owners.keys))
        }
        var left = Set(departures.map(\.id))
        for position in items.indices {
            guard left.remove(items[position].id) != nil else { continue }
            items[position].canCoalesce = false
            items[position].targets += targets[items[position].id] ?? []
            if left.isEmpty { break }
        }
    }

    /// Takes out writes that are settled.
    mutating func remove(_ ids: Set<UUID>) {
        if ids.count > Self.fewItems { return items.removeAll { ids.contains($0.id) } }
        var left = ids.count
        while left > 0, let first = items.first, ids.contains(first.id) {
            items.removeFirst()
            left -= 1
        }
        // What is settled is near the front; the others move as bytes, without a look at each.
        var position = items.startIndex
        while left > 0, position < items.endIndex {
            if ids.contains(items[position].id) {
                items.remove(at: position)
                left -= 1
            } else {
                position += 1
            }
        }
    }

    /// Notes that a write was refused.
    mutating func hold(_ id: UUID) {
        for position in items.indices where items[position].id == id { items[position].canLeave = false }
    }
}

/// The objects that some writes are about, and those that they refer to.
private struct BuiltOn {
    private var written: Set<EntryPlace> = []
    private var referred: Set<EntryPlace> = []

    /// Adds a write.
    mutating func add(_ item: OutboxQueue.Item) {
        written.insert(item.object)
        referred.formUnion(item.targets)
    }

    /// Whether a later write waits for one of them because of another object than its own.
    func referTo(_ item: OutboxQueue.Item) -> Bool {
        referred.contains(item.object) || item.targets.contains(where: written.contains)
    }

    /// Whether a later write waits for one of them.
    func stop(_ item: OutboxQueue.Item) -> Bool { written.contains(item.object) || referTo(item) }
}
