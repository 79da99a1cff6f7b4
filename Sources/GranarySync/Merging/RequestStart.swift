import FoundationEssentials
import Granary

/// The state of the store when a request left: an answer does not take back what any process has settled since.
struct RequestStart: Sendable {
    /// A write; the part of its object that it was about is read only when it is settled.
    private struct Write: Sendable {
        let kind: EntryKind
        let values: Data
    }

    /// The writes that were not settled, by the objects that they were about.
    private let unsettled: [EntryPlace: [UUID: Write]]
    /// The newest save; `nil` if the store does not number its saves in order.
    let newest: Int64?
    /// The process that was sending.
    private let holder: UUID?
    private let own: UUID

    /// Reads the state for the repositories with an identity.
    init(_ context: Context, _ own: UUID) throws {
        var unsettled: [EntryPlace: [UUID: Write]] = [:]
        for entry in try context.fetch(SyncEntry.all) where entry.kind != .command {
            unsettled[entry.object, default: [:]][entry.id] = Write(kind: entry.kind, values: entry.values)
        }
        self.unsettled = unsettled
        self.own = own
        newest = try context.schema.entity(of: SyncEntry.self).flatMap { entity in
            try context.access.newestSave(of: entity)
        }
        holder = try SendingRight.holder(in: context)
    }

    /// Whether there were no such writes.
    var isSettled: Bool { unsettled.isEmpty }

    /// The writes of an object that are settled now and were not when the request left.
    func settled(_ place: EntryPlace, now entries: [SyncEntry]) -> SettledWrites.Part? {
        guard var gone = unsettled[place] else { return nil }
        // As a rule none is settled, and nothing has to be copied.
        if entries.count(where: { gone[$0.id] != nil }) == gone.count { return nil }
        for entry in entries { gone[entry.id] = nil }
        return gone.values.reduce(nil) { joined, write in
            let part = SettledWrites.Part(write.kind, write.values)
            return joined?.joined(with: part) ?? part
        }
    }

    /// The newest save when the request left, if another process may have settled later ones since.
    func newestOfOthers(in context: Context) throws -> Int64? {
        let holders = [holder, try SendingRight.holder(in: context)]
        return holders.contains { $0 != nil && $0 != own } ? newest : nil
    }
}

extension SyncEntry {
    /// The part of its object that it changes.
    var part: SettledWrites.Part { SettledWrites.Part(kind, values) }
}

extension SettledWrites.Part {
    /// The part of its object that a write with some values changes.
    fileprivate init(_ kind: EntryKind, _ values: Data) {
        if kind == .update, let values = try? EntryValues(reading: values) {
            self = .properties(Set(values.changes.map(\.property)))
        } else {
            self = .whole
        }
    }
}
