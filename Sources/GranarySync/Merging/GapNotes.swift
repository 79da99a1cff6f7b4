import FoundationEssentials
import Granary

/// Notes what is missing of the objects of one model.
struct GapNotes {
    let context: Context
    let entity: Entity
    /// The properties of this side alone, which nobody serves.
    let ignored: PropertySet
    private let gaps: [Data: [SyncGap]]
    /// Whether the rows are the answer to a question.
    ///
    /// What comes with the answer to a write may be of long ago: to a repetition, servers repeat their first answer.
    var isOfAnswer = false

    /// Reads the gaps of some objects.
    init(_ keys: AskedKeys, of entity: Entity, ignoring ignored: PropertySet, in context: Context) throws {
        self.context = context
        self.entity = entity
        self.ignored = ignored
        gaps = Dictionary(grouping: try SyncGap.gaps(of: keys, entity, in: context), by: \.key)
    }

    /// The keys of the objects that lack something.
    var keys: some Collection<Data> { gaps.keys }

    /// Notes that a row was stored, of an object that was here before or not, without some properties that were not taken,
    /// and its references to objects that are not here.
    func note<Snapshot>(
        _ row: ServedRow<Snapshot>, _ key: Data, wasHere: Bool, waiting: [WaitingReference] = [],
        without untaken: PropertySet = PropertySet()
    ) throws {
        let given = row.given ?? PropertySet(count: entity.propertyCount)
        var noted: Set<String> = []
        for gap in gaps[key] ?? [] {
            if gap.isStale {
                if isOfAnswer { try gap.fill(given.subtracting(untaken), of: entity, in: context) }
            } else if gap.row == nil, waiting.contains(where: gap.waits) {
                noted.insert(gap.property)
            } else if gap.row != nil || !wasHere {
                // A row that has waited has become this one.
                try context.delete(gap)
            } else {
                try gap.fill(given, of: entity, in: context)
            }
        }
        for reference in waiting where !noted.contains(reference.relationship.name) {
            try context.insert(SyncGap(entity: entity.name, key: key, reference))
        }
        if wasHere { return }
        let missing = row.missing(of: entity).subtracting(ignored)
        if missing.isEmpty { return }
        try context.insert(
            SyncGap(entity: entity.name, key: key, missing: missing.positions.map(entity.propertyName)))
    }

    /// Notes that the server may hold other values of some properties than are here; returns whether that was not known.
    func note(stale properties: PropertySet, _ key: Data) throws -> Bool {
        // Those that nobody serves could never be filled.
        let names = properties.subtracting(ignored).positions.map(entity.propertyName)
        if names.isEmpty { return false }
        let former = gaps[key]?.first { $0.isStale }
        guard let former, try context.object(former.objectID) != nil else {
            try context.insert(SyncGap(entity: entity.name, key: key, stale: names))
            return true
        }
        let known = try EntryNames(reading: former.missing).names
        let added = names.filter { !known.contains($0) }
        if added.isEmpty { return false }
        former.missing = EntryNames(known + added).written
        return true
    }

    /// Notes that the server may hold other values of some objects than are here, or none of them.
    static func noteStale(
        _ keys: [Data], of entity: Entity, _ rule: SyncRule, _ doubts: ServedDoubts?, in context: Context
    ) throws {
        if keys.isEmpty { return }
        let gaps = try GapNotes(
            AskedKeys(keys), of: entity, ignoring: rule.model(entity).ignored, in: context)
        let properties = PropertySet(count: entity.propertyCount)
        var isNew = false
        for key in keys where try gaps.note(stale: properties, key) { isNew = true }
        if isNew { doubts?.note() }
    }

    /// Keeps a row until the target of a reference comes without which it cannot be stored.
    func hold<Snapshot>(_ row: ServedRow<Snapshot>, _ key: Data, for reference: WaitingReference) throws {
        // Also the values that stand for those that were not served: a new object needs one for each.
        let values = EntryValues(row: try row.snapshot.columnValues(of: entity), of: entity)
        let missing = row.missing(of: entity).positions.map(entity.propertyName)
        let held = SyncGap(
            entity: entity.name, key: key, reference, row: values.written, missing: missing)
        let former = gaps[key] ?? []
        if former.count == 1, let gap = former.first, gap.waits(reference), gap.row == held.row,
            gap.missing == held.missing
        {
            return
        }
        for gap in former { try context.delete(gap) }
        try context.insert(held)
    }

    /// A row with what has waited of its object.
    func completed<Snapshot>(_ row: ServedRow<Snapshot>, _ key: Data) throws -> ServedRow<Snapshot> {
        guard row.given != nil, let gap = gaps[key]?.first(where: { $0.row != nil }),
            let former: ServedRow<Snapshot> = try gap.servedRow(of: entity)
        else { return row }
        return former.overlaid(with: row)
    }
}
