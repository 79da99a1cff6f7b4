import FoundationEssentials
import Granary

/// Renames models and properties in single rows of the bookkeeping.
struct EntryRenaming {
    let names: FormerNames

    /// Renames in an entry; one that does not fit any more is refused.
    ///
    /// - Throws: errors of the stores.
    func rename(_ entry: SyncEntry) throws {
        if entry.kind == .command { return rename(command: entry) }
        guard let model = names[entry.entity] else {
            return refuse(
                entry,
                "It was saved by an older version of the program: there is no synced model \(entry.entity) any more."
            )
        }
        // One in a newer format waits.
        guard let values = try? EntryValues(reading: entry.values) else { return }
        let renamed = Self.renamed(values, model)
        let base = (try? entry.base.map { try EntryValues(reading: $0) }).flatMap { $0 }
        let theirs = (try? entry.theirs.map { try EntryValues(reading: $0) }).flatMap { $0 }
        entry.noteNumber()
        if entry.entity != model.entity.name { entry.entity = model.entity.name }
        set(renamed.values, values) { entry.values = $0 }
        if let base { set(Self.renamed(base, model).values, base) { entry.base = $0 } }
        if let theirs { set(Self.renamed(theirs, model).values, theirs) { entry.theirs = $0 } }
        if let gone = renamed.gone {
            refuse(
                entry,
                "It was saved by an older version of the program: \(model.entity.name) has no property \(gone) any more."
            )
        }
    }

    /// Renames in a gap; one of a model that is gone stays as it is.
    func rename(_ gap: SyncGap) {
        guard let model = names[gap.entity] else { return }
        if gap.entity != model.entity.name { gap.entity = model.entity.name }
        if let property = model.properties[gap.property], property != gap.property { gap.property = property }
        // One in a newer format waits.
        if let missing = try? EntryNames(reading: gap.missing).names {
            let renamed = missing.map { model.properties[$0] ?? $0 }
            if renamed != missing { gap.missing = EntryNames(renamed).written }
        }
        if let target = gap.target.flatMap({ names[$0] }), target.entity.name != gap.target {
            gap.target = target.entity.name
        }
        if let row = gap.row, let values = try? EntryValues(reading: row) {
            set(Self.renamed(values, model).values, values) { gap.row = $0 }
        }
    }

    private func rename(command entry: SyncEntry) {
        guard let command = try? EntryCommand(reading: entry.values) else { return }
        let objects = command.objects.map { object in
            EntryPlace(entity: names[object.entity]?.entity.name ?? object.entity, key: object.key)
        }
        if objects == command.objects { return }
        let renamed = EntryCommand(
            name: command.name, key: command.key, objects: objects, payload: command.payload)
        guard let data = try? renamed.written() else { return }
        entry.noteNumber()
        entry.values = data
    }

    private func set(_ renamed: EntryValues, _ values: EntryValues, _ write: (Data) -> Void) {
        if renamed != values { write(renamed.written) }
    }

    /// The values by the present names, and a name that there is no longer.
    private static func renamed(
        _ values: EntryValues, _ model: FormerNames.Model
    ) -> (values: EntryValues, gone: String?) {
        var (renamed, gone) = (EntryValues(), String?.none)
        for change in values.changes {
            let name = model.properties[change.property]
            if name == nil { gone = gone ?? change.property }
            renamed.changes.append(
                .init(property: name ?? change.property, before: change.before, after: change.after))
        }
        for pair in values.pairs {
            let name = model.properties[pair.relationship]
            if name == nil { gone = gone ?? pair.relationship }
            renamed.pairs.append(
                .init(relationship: name ?? pair.relationship, target: pair.target, isAdded: pair.isAdded))
        }
        return (renamed, gone)
    }

    private func refuse(_ entry: SyncEntry, _ reason: String) {
        if entry.state == .refused { return }
        entry.noteRefusal(.refused, reason)
    }
}
