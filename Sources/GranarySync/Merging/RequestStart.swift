import FoundationEssentials
import Granary

/// The state of the store when a request left: an answer does not take back what any process has settled since.
struct RequestStart: Sendable {
    /// The writes that were not settled, with the objects and the parts that they were about.
    private let unsettled: [EntryPlace: [UUID: SettledWrites.Part]]
    /// The newest save; `nil` if the store does not number its saves in order.
    let newest: Int64?
    /// The process that was sending.
    private let holder: UUID?
    private let own: UUID

    /// Reads the state for the repositories with an identity.
    init(_ context: Context, _ own: UUID) throws {
        var unsettled: [EntryPlace: [UUID: SettledWrites.Part]] = [:]
        for entry in try context.fetch(SyncEntry.all) where entry.kind != .command {
            unsettled[entry.object, default: [:]][entry.id] = entry.part
        }
        self.unsettled = unsettled
        self.own = own
        newest = try context.schema.entity(of: SyncEntry.self).flatMap { entity in
            try context.access.newestSave(of: entity)
        }
        holder = try SendingRight.holder(in: context)
    }

    /// The writes of an object that are settled now and were not when the request left.
    func settled(_ place: EntryPlace, now entries: [SyncEntry]) -> SettledWrites.Part? {
        guard var gone = unsettled[place] else { return nil }
        for entry in entries { gone[entry.id] = nil }
        return gone.values.reduce(nil) { $0?.joined(with: $1) ?? $1 }
    }

    /// The newest save when the request left, if another process may have settled later ones since.
    func newestOfOthers(in context: Context) throws -> Int64? {
        let holders = [holder, try SendingRight.holder(in: context)]
        return holders.contains { $0 != nil && $0 != own } ? newest : nil
    }
}

extension SyncEntry {
    /// The part of its object that it changes.
    var part: SettledWrites.Part {
        if kind == .update, let values = try? EntryValues(reading: values) {
            return .properties(Set(values.changes.map(\.property)))
        }
        return .whole
    }
}
