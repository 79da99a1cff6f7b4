import FoundationEssentials
import Granary

/// Takes in the rows of one model that a server has served.
struct ModelMerge<Snapshot: ModelSnapshot> {
    private let merge: ServedMerge
    private let entity: Entity
    private let ignored: PropertySet
    private let versions: ServedVersions<Snapshot>?

    /// - Throws: ``GranaryError/Code/schema`` for a model that is not synced.
    init(_ merge: ServedMerge, _ entity: Entity) throws {
        self.merge = merge
        self.entity = entity
        let declared = try merge.rule.model(entity)
        ignored = declared.ignored
        versions = declared.attributes.version.map {
            ServedVersions(context: merge.context, entity: entity, attribute: $0)
        }
    }

    /// A row with what is known of its object.
    private struct Item {
        /// What the server says of the object.
        let row: ServedRow<Snapshot>
        /// The same in the words of this side.
        var stored: ServedRow<Snapshot>
        /// The unsettled writes of the object, the oldest first.
        let entries: [SyncEntry]
        /// What was settled since the request left.
        let settled: SettledWrites.Part?
        var waiting: [WaitingReference] = []

        /// The key of the object, in the compact format.
        var key: Data { row.key.entryData }
        /// Whether the row is taken as it is.
        var isPlain: Bool { entries.isEmpty && settled == nil }
    }

    /// What the bookkeeping has of the objects of the rows, and perhaps of others.
    private struct Noted {
        let gaps: GapNotes
        /// The unsettled writes, the oldest first.
        let entries: [Data: [SyncEntry]]

        var isEmpty: Bool { gaps.keys.isEmpty && entries.isEmpty }
        /// The keys of the objects, but those that no version of the program with these rows has written.
        var keys: [ObjectKey] {
            (Array(gaps.keys) + Array(entries.keys)).compactMap { try? ObjectKey(entryData: $0) }
        }
    }

    private var context: Context { merge.context }

    /// Takes whole rows in; most of them may be stored as they are.
    ///
    /// A row contains nothing new if it equals its object, the object lacks nothing, and no write of it is unsettled:
    /// even if something was settled or saved since the request left, the values are those of the server. The others are
    /// entered one by one.
    func enter(whole rows: [Snapshot]) throws {
        // By ids of the server, the objects are yet to be found.
        if hasWords { return try enter(rows.map { ServedRow($0) }) }
        let noted = try noted(AskedKeys(rows) { $0.objectID.key.objectKey.entryData })
        let news = try context.news(in: rows, ignoring: ignored, including: noted.keys)
        if news.positions.isEmpty { return }
        try withExtendedLifetime(news.objects) {
            try enter(news.positions.map { ServedRow(rows[$0]) }, noted)
        }
    }

    /// Whether keys or references of rows may be ids of the server.
    private var hasWords: Bool {
        ([entity] + entity.toOne.map(\.destination)).contains {
            RemoteIDs($0, merge.rule, context) != nil
        }
    }

    /// Upserts the rows, and merges those whose objects have writes that the server may not know.
    func enter(_ rows: [ServedRow<Snapshot>]) throws { try enter(rows, nil) }

    private func enter(_ rows: [ServedRow<Snapshot>], _ known: Noted?) throws {
        let identities = ServedIdentities<Snapshot>(merge: merge, entity: entity)
        var rows = try oneOfEachKey(try identities.identified(rows))
        if let older = try versions?.older(rows), !older.isEmpty { rows.removeAll { older.contains($0.key) } }
        let noted = try known ?? noted(AskedKeys(rows) { $0.key.entryData })
        let gaps = noted.gaps
        var items = try items(rows, noted)
        let references = ServedReferences<Snapshot>(merge: merge, entity: entity)
        let stored = try references.resolved(items.map { $0.row })
        for (position, row) in stored.enumerated() { items[position].stored = row }
        var present = try presentKeys(items.filter { $0.row.given != nil })
        let targets = ServedTargets<Snapshot>(
            context: context, entity: entity, ignored: ignored, arriving: merge.arriving)
        let waiting = try targets.waiting(
            stored, entering: { Set(items.lazy.filter { $0.isPlain }.map { $0.row.key }) },
            present: &present)
        for (position, references) in waiting { items[position].waiting = references }
        var plain: [Item] = []
        for item in items {
            if item.isPlain {
                let isHere = present.contains(item.row.key)
                if !isHere, let reference = item.waiting.first(where: { !$0.relationship.isOptional }) {
                    try gaps.hold(item.row, item.key, for: reference)
                } else {
                    plain.append(item)
                }
            } else {
                let outcome = try run(item)
                if outcome.isTaken {
                    try gaps.note(
                        item.row, item.key, wasHere: true, waiting: item.waiting,
                        without: outcome.untaken)
                }
                try noteDoubts(outcome.doubtful, item, gaps)
            }
        }
        try upsert(plain)
        for item in plain where !gaps.keys.isEmpty || item.row.given != nil || !item.waiting.isEmpty {
            try gaps.note(
                item.row, item.key, wasHere: present.contains(item.row.key), waiting: item.waiting)
        }
    }

    /// Reads what the bookkeeping has of some objects.
    private func noted(_ keys: AskedKeys) throws -> Noted {
        var gaps = try GapNotes(keys, of: entity, ignoring: ignored, in: context)
        gaps.isOfAnswer = merge.start != nil
        return Noted(gaps: gaps, entries: try merge.unsettled(keys, of: entity))
    }

    private func items(_ rows: [ServedRow<Snapshot>], _ noted: Noted) throws -> [Item] {
        let entries = noted.entries
        // After the first read, from which on the context sees one state of the store: a write that is not among the
        // entries of that state was noted before.
        let settled = merge.settled()
        let late = try lateKeys(rows)
        if noted.isEmpty, settled.isEmpty, late.isEmpty, merge.start?.isSettled ?? true {
            return rows.map { Item(row: $0, stored: $0, entries: [], settled: nil) }
        }
        return try rows.map { row in
            let key = row.key.entryData
            let place = EntryPlace(entity: entity.name, key: key)
            let here = entries[key] ?? []
            var part = merge.start?.settled(place, now: here)
            if let own = settled[place] { part = part?.joined(with: own) ?? own }
            if here.isEmpty, late.contains(key) { part = .whole }
            let row = try noted.gaps.completed(row, key)
            return Item(row: row, stored: row, entries: here, settled: part)
        }
    }

    /// Notes the properties of an object whose served values may be newer than those that are here.
    private func noteDoubts(_ properties: PropertySet, _ item: Item, _ gaps: GapNotes) throws {
        if properties.isEmpty { return }
        // What is known is asked for already.
        guard try gaps.note(stale: properties, item.key) else { return }
        merge.doubts?.note()
    }

    private func run(_ item: Item) throws -> RowMerge<Snapshot>.Outcome {
        let row = item.stored.without(item.waiting, of: entity)
        var kept = row.missing(of: entity)
        kept.formUnion(ignored)
        let merge = RowMerge(
            context: context, entity: entity, served: row.snapshot, entries: item.entries,
            settled: item.settled, ignored: kept, sendsDecided: merge.sendsDecided)
        return try merge.run()
    }

    private func upsert(_ items: [Item]) throws {
        if items.isEmpty { return }
        let rows = items.map { $0.stored.without($0.waiting, of: entity) }
        let areWhole = rows.allSatisfy { $0.given == nil }
        try context.upsert(
            rows.map { $0.snapshot }, ignoring: ignored,
            keeping: areWhole ? [] : rows.map { $0.missing(of: entity) })
    }

    private func presentKeys(_ items: [Item]) throws -> Set<ObjectKey> {
        try PresentObjects(context: context).keys(Set(items.map { $0.row.key }), of: entity)
    }

    /// The keys of the rows that were saved since the request left, where another process may have sent such saves.
    private func lateKeys(_ rows: [ServedRow<Snapshot>]) throws -> Set<Data> {
        guard let start = merge.start, let newest = try start.newestOfOthers(in: context) else { return [] }
        let present = try context.objects(rows.map { $0.snapshot.objectID })
        return Set(
            present.lazy.filter { $0._objectState.version > newest }.map { $0.erasedKey.entryData })
    }

    /// One row for each object; what a later row says of an object counts.
    ///
    /// - Throws: ``GranaryError/Code/malformed`` for a row without a key.
    private func oneOfEachKey(_ rows: [ServedRow<Snapshot>]) throws -> [ServedRow<Snapshot>] {
        var positions = [ObjectKey: Int](minimumCapacity: rows.count)
        var single: [ServedRow<Snapshot>] = []
        for row in rows {
            if Snapshot.Object.Key.generation != .byProgram,
                row.snapshot.objectID.key == Snapshot.Object.Key.unassigned
            {
                throw GranaryError(
                    .malformed,
                    "The server has served a row of \(entity.name) without a key, so that nobody knows which object it is of.",
                    context: .init(entity: entity.name))
            }
            let key = row.key
            if let position = positions[key] {
                if try versions?.isOlder(row, than: single[position]) ?? false { continue }
                single[position] = single[position].overlaid(with: row)
            } else {
                positions[key] = single.count
                single.append(row)
            }
        }
        return single
    }
}
