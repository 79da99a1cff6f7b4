import Granary

/// Undoes a write that the server does not carry out, and all later ones that build on it.
struct RefusalUndoing {
    let context: Context
    let rule: SyncRule
    let doubts: ServedDoubts
    let first: SyncEntry

    /// Undoes them, the latest first.
    ///
    /// - Throws: ``GranaryError/Code/invalidObject`` where one of them is on its way.
    func run() throws {
        let undone = try undone()
        if undone.contains(where: { $0.state == .sent }) {
            throw GranaryError(
                .invalidObject,
                "A write that builds on the refused one is on its way to the server; undo it when the server has answered.",
                context: .init(entity: first.entity))
        }
        for entry in undone.reversed() {
            try revert(entry, unless: [])
            try context.delete(entry)
        }
    }

    /// The write and those that build on it: the later ones of its object, those that refer to it, the deletions of
    /// objects that it refers to, and what builds on these.
    private func undone() throws -> [SyncEntry] {
        var undone = [first]
        var objects: Set<EntryPlace> = [first.object]
        var referred = Set(try first.targets(in: context.schema))
        for entry in try context.fetch(SyncEntry.all).sorted(by: EntryOrder.precedes)
        where EntryOrder.precedes(first, entry) {
            // One that cannot be read stops only those of its own object.
            let targets = (try? entry.targets(in: context.schema)) ?? []
            let builds =
                objects.contains(entry.object) || targets.contains(where: objects.contains)
                || (entry.kind == .delete && referred.contains(entry.object))
            guard builds else { continue }
            undone.append(entry)
            objects.insert(entry.object)
            referred.formUnion(targets)
        }
        return undone
    }

    /// Gives the object of a write the values from before it, but for some properties.
    func revert(_ entry: SyncEntry, unless kept: Set<String>) throws {
        guard let entity = context.schema.entity(entry.entity), entry.kind != .command else { return }
        let object = SyncedObject(
            context: context, entity: entity, key: try ObjectKey(entryData: entry.key))
        let values = try entry.baseValues()
        let present = try object.values()
        switch entry.kind {
        case .insert: try object.delete()
        case .delete where present != nil: break
        case .delete:
            var row = entity.columns.map { _ in Value.null }
            write(values, to: &row, of: entity, unless: [])
            try object.set(row)
            // What was served of it since was not taken.
            try GapNotes.noteStale([entry.key], of: entity, rule, doubts, in: context)
        case .update:
            guard var row = present else { break }
            write(values, to: &row, of: entity, unless: kept)
            try object.set(row)
            for pair in values.pairs.reversed() where !kept.contains(pair.relationship) {
                try object.setPair(pair, isAdded: !pair.isAdded)
            }
        case .command: break
        }
    }

    private func write(
        _ values: EntryValues, to row: inout [Value], of entity: Entity, unless kept: Set<String>
    ) {
        for change in values.changes where !kept.contains(change.property) {
            guard let property = entity.property(change.property), let before = change.before else {
                continue
            }
            for (column, value) in zip(entity.columns(ofProperty: property), before) { row[column] = value }
        }
    }
}
