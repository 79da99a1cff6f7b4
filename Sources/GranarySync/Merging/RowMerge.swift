import FoundationEssentials
import Granary

/// Merges a row that a server has served with the writes of its object that the server does not know.
///
/// Of a write that is on its way nobody knows whether the server has it, so what it has written stays, and whether the
/// served value is newer is asked once it is settled.
struct RowMerge<Snapshot: ModelSnapshot> {
    /// What became of a row.
    struct Outcome {
        /// Whether what counts of the row was taken.
        var isTaken: Bool
        /// The properties whose served values were not taken, since a write of them was on its way.
        var untaken = PropertySet()
        /// Those of these whose served values are not those that are here: they may be newer.
        var doubtful = PropertySet()
    }

    let context: Context
    let entity: Entity
    let served: Snapshot
    /// The unsettled writes of the object, the oldest first.
    let entries: [SyncEntry]
    /// What was settled since the request left.
    let settled: SettledWrites.Part?
    /// The properties that are not taken: those of this side alone, and those that the server has not served.
    let ignored: PropertySet
    /// Whether values that merge rules have made of both sides are sent as a further write.
    var sendsDecided = true

    /// Takes over what differs from the base and was not written here; where both sides have changed a property, its
    /// merge rule decides, or else the value that was written here stays.
    ///
    /// - Throws: errors of the stores and of merge rules.
    func run() throws -> Outcome {
        // What was deleted here does not come back, and what the server does not know at all has no base.
        guard let present = try context.object(served.objectID) else {
            // Should a deletion that waits be undone, the object is asked for then.
            if !entries.isEmpty { return Outcome(isTaken: false) }
            if settled != nil {
                return Outcome(isTaken: false, doubtful: PropertySet(count: entity.propertyCount))
            }
            try context.insert(served)
            return Outcome(isTaken: true)
        }
        let before = try present.snapshot.columnValues(of: entity)
        let onTheirWay = propertiesOnTheirWay()
        let doubtful = try differing(onTheirWay, from: before)
        if entries.contains(where: { $0.kind != .update }) {
            return Outcome(isTaken: false, doubtful: doubtful)
        }
        // Nobody knows what a newer version has written, which reads the row again.
        guard let known = readableBases() else {
            return Outcome(
                isTaken: false,
                doubtful: try differing(PropertySet(count: entity.propertyCount), from: before))
        }
        if case .whole? = settled { return Outcome(isTaken: false, doubtful: doubtful) }
        var untaken = ignored
        untaken.formUnion(onTheirWay)
        let wanted = try wanted(over: before, without: untaken)
        let unsent = unsentChanges(known, without: untaken)
        let base = self.base(of: unsent, over: before)
        // As a rule the server has not changed what was written here.
        if wanted != base {
            try context.apply(
                try Snapshot(columns: wanted, of: entity), base: try Snapshot(columns: base, of: entity),
                policy: .storeWins)
            let after = try present.snapshot.columnValues(of: entity)
            if sendsDecided { try sendDecided(before, after, wanted, unsent) }
        }
        moveBase(known, to: wanted, without: untaken)
        return Outcome(isTaken: true, untaken: onTheirWay, doubtful: doubtful)
    }

    /// The properties of the writes that were on their way when the server was asked, or are so now.
    private func propertiesOnTheirWay() -> PropertySet {
        var part = settled
        for entry in entries where entry.state == .sent {
            part = part?.joined(with: entry.part) ?? entry.part
        }
        var properties = PropertySet()
        switch part {
        case nil: break
        case .whole?: properties = PropertySet(count: entity.propertyCount)
        case .properties(let names)?:
            for name in names {
                if let property = entity.property(name) { properties.insert(property) }
            }
        }
        return properties
    }

    /// Those of some properties whose served values are not those of the object.
    private func differing(_ properties: PropertySet, from present: [Value]) throws -> PropertySet {
        let properties = properties.subtracting(ignored)
        var differing = PropertySet()
        if properties.isEmpty { return differing }
        let values = try served.columnValues(of: entity)
        for property in properties.positions {
            let columns = entity.columns(ofProperty: property)
            if Array(values[columns]) != Array(present[columns]) { differing.insert(property) }
        }
        return differing
    }

    /// The served values, but those of the object where they do not count.
    private func wanted(over present: [Value], without untaken: PropertySet) throws -> [Value] {
        var values = try served.columnValues(of: entity)
        for property in 0..<entity.propertyCount where untaken.contains(property) {
            for column in entity.columns(ofProperty: property) { values[column] = present[column] }
        }
        return values
    }

    /// What each entry has changed, with what the server held when it was asked last; `nil` if one cannot be read.
    private func readableBases() -> [EntryValues]? {
        var bases: [EntryValues] = []
        for entry in entries {
            guard var values = try? EntryValues(reading: entry.values) else { return nil }
            if let base = entry.base {
                guard let read = try? EntryValues(reading: base) else { return nil }
                values = read
            }
            bases.append(values)
        }
        return bases
    }

    /// What the server held of the properties that were written here and that it has served, by their positions.
    private func unsentChanges(_ bases: [EntryValues], without untaken: PropertySet) -> [Int: [Value]] {
        var unsent: [Int: [Value]] = [:]
        for base in bases {
            for change in base.changes {
                guard let position = entity.property(change.property), !untaken.contains(position),
                    unsent[position] == nil, let before = change.before
                else { continue }
                unsent[position] = before
            }
        }
        return unsent
    }

    private func base(of unsent: [Int: [Value]], over present: [Value]) -> [Value] {
        var base = present
        for (position, values) in unsent {
            for (column, value) in zip(entity.columns(ofProperty: position), values) { base[column] = value }
        }
        return base
    }

    /// Has values sent that merge rules have made of both sides, which the server does not have.
    private func sendDecided(
        _ before: [Value], _ after: [Value], _ wanted: [Value], _ unsent: [Int: [Value]]
    ) throws {
        var values = EntryValues()
        for position in unsent.keys.sorted() {
            let columns = entity.columns(ofProperty: position)
            let (old, new) = (Array(before[columns]), Array(after[columns]))
            if old == new || new == Array(wanted[columns]) { continue }
            values.changes.append(.init(property: entity.propertyName(position), before: old, after: new))
        }
        guard !values.isEmpty, let last = entries.last else { return }
        try context.insert(
            SyncEntry(
                save: SyncBookkeeping.identifiers.makeUUID(), place: 0, entity: entity.name, key: last.key,
                kind: .update, values: values.written, replaced: nil,
                state: last.state == .held ? .held : .waiting))
    }

    /// Notes what the server holds now as the base of the oldest write of each property.
    private func moveBase(_ bases: [EntryValues], to wanted: [Value], without untaken: PropertySet) {
        var moved: Set<String> = []
        for (entry, old) in zip(entries, bases) {
            var values = old
            for position in values.changes.indices {
                let name = values.changes[position].property
                guard moved.insert(name).inserted, let property = entity.property(name),
                    !untaken.contains(property)
                else { continue }
                values.changes[position].before = Array(wanted[entity.columns(ofProperty: property)])
            }
            if values == old { continue }
            entry.noteNumber()
            entry.base = values.written
        }
    }
}

extension SyncEntry {
    /// What it has changed, with what the server held when it was asked last as the values before.
    func baseValues() throws -> EntryValues { try EntryValues(reading: base ?? values) }

    /// Whether this version of the program can read what it has changed.
    var isReadable: Bool {
        do {
            _ = try EntryValues(reading: values)
            if let base { _ = try EntryValues(reading: base) }
            return true
        } catch { return false }
    }
}

extension Entity {
    /// The position of an attribute or a relationship to one by its name.
    func property(_ name: String) -> Int? {
        if let position = attributePosition(name) { return position }
        guard let relationship = relationship(name), !relationship.isToMany else { return nil }
        return relationship.property
    }
}
