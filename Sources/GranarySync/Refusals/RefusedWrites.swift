import FoundationEssentials
import Granary

/// The refused writes of a store.
struct RefusedWrites: Sendable {
    /// Those that can be read, in the order of their saves.
    var writes: [RefusedWrite] = []
    /// The errors of the others, by their identities: a newer version has written them, or they are damaged.
    var unreadable: [UUID: GranaryError] = [:]

    /// Reads them in a context.
    ///
    /// - Throws: errors of the stores.
    init(_ context: Context, _ rule: SyncRule) throws {
        let entries = try context.fetch(SyncEntry.where { $0.state == .refused })
        for entry in entries.sorted(by: EntryOrder.precedes) {
            do {
                let ignored = rule.ignored(context.schema.entity(entry.entity))
                writes.append(try RefusedWrite(entry, ignoring: ignored))
            } catch let error as GranaryError {
                unreadable[entry.id] = entry.naming(error)
            }
        }
    }
}

extension SyncEntry {
    /// The error of reading it, with the name of its model.
    func naming(_ error: GranaryError) -> GranaryError {
        var error = error
        error.context.entity = entity.isEmpty ? nil : entity
        return error
    }
}
