import FoundationEssentials
import Granary

/// Notes the answer of a server to a write, in a save with the rows that it has served.
struct WriteSettlement {
    let context: Context
    let rule: SyncRule
    let settled: SettledWrites

    /// Settles a write that the server has carried out.
    func accept(_ entry: SyncEntry, _ rows: RemotePayload) throws {
        // Before the commit: a reader that finds the store without the entry has to find it noted.
        if entry.kind != .command { settled.note(entry) }
        try context.delete(entry)
        try ServedMerge(context: context, rule: rule).enter(rows)
    }

    /// The number of attempts after which both sides are not merged any more, but the program decides.
    private static let mostMerges = 16

    /// Notes that a write is refused because the server has not answered as often as its model allows; returns whether
    /// it is.
    func expire(_ entry: SyncEntry) throws -> Bool {
        guard let entity = context.schema.entity(entry.entity),
            let most = rule.models[entity.index]?.attempts, entry.attempts >= most
        else { return false }
        try refuse(
            entry, .refused, RemotePayload(), "The server has not answered \(entry.attempts) times.")
        return true
    }

    /// Notes that the server does not carry a write out, unless both sides can be merged, or the model says which side
    /// counts.
    func refuse(_ entry: SyncEntry, _ cause: RefusalCause, _ theirs: RemotePayload, _ reason: String) throws {
        entry.noteNumber()
        entry.state = .refused
        entry.cause = cause
        entry.refusal = reason
        guard let entity = context.schema.entity(entry.entity), entry.kind != .command else { return }
        let key = try ObjectKey(entryData: entry.key)
        guard let row = try theirs.row(of: entity, key) else { return }
        entry.theirs = EntryValues(row: row, of: entity).written
        // A server that refuses the merged write too would get it again without end.
        guard cause == .conflict, entry.attempts < Self.mostMerges else { return }
        let decision = RefusalDecider(context: context, rule: rule)
        switch try decision.isOpen(entry, row, entity) ? rule.model(entity).conflicts : .keep {
        case .ask: return
        case .keep: try decision.carryOut(.keep, on: entry)
        case .takeRemote: try decision.carryOut(.takeRemote, on: entry)
        }
    }
}

extension EntryValues {
    /// The values of a whole row.
    init(row: [Value], of entity: Entity) {
        for property in 0..<entity.propertyCount {
            let columns = entity.columns(ofProperty: property)
            changes.append(
                Change(property: entity.propertyName(property), before: nil, after: Array(row[columns])))
        }
    }
}

extension RemotePayload {
    /// The row of an object; `nil` if the payload has none.
    func row(of entity: Entity, _ key: ObjectKey) throws -> [Value]? {
        for list in lists where list.model == entity.name {
            if let row = try list.row(key, of: entity) { return row }
        }
        return nil
    }
}
