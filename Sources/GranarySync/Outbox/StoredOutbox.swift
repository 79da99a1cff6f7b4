package import FoundationEssentials
package import Granary

/// The writes that a server has not accepted, in a store that is opened without models, as tools do.
package struct StoredOutbox {
    /// A write, without what it writes.
    package struct Write: Sendable, Hashable {
        /// The identity.
        package let id: UUID
        /// The name of the model; empty for a command.
        package let model: String
        /// The effect: `insert`, `update`, `delete` or `command`.
        package let effect: String
        /// How far it is: `held`, `waiting`, `sent` or `refused`.
        package let state: String
        /// How often it was sent.
        package let attempts: Int
        /// Why the server has refused it; `nil` for other writes.
        package let reason: String?

        /// Whether it may be released or discarded: nobody sends it.
        package var isAtRest: Bool {
            state == EntryState.held.rawValue || state == EntryState.refused.rawValue
        }
    }

    private static let model = SyncEntry.modelDescription.name
    private static let queries = SyncQuery.modelDescription.name
    private let records: StoredRecords

    /// The outbox of a store; `nil` for a store that has none.
    package init?(_ records: StoredRecords) {
        guard records.models.contains(Self.model) else { return nil }
        self.records = records
    }

    /// The writes, in the order in which they were saved.
    ///
    /// - Throws: errors of reading; ``GranaryError/Code/corrupt`` for a row that is no write.
    package func writes() throws -> [Write] { try rows().map(\.write) }

    /// Has held and refused writes sent, and returns them.
    ///
    /// - Throws: ``GranaryError/Code/conflict`` if somebody else has changed one of them; errors of the store.
    package func release(_ chosen: (Write) -> Bool) throws -> [Write] {
        try change(chosen) { changes, row in
            row.record["state"] = .text(EntryState.waiting.rawValue)
            row.record["refusal"] = .null
            row.record["cause"] = .null
            // The change gives the row another version, which must not move the write behind later ones.
            row.record["number"] = .integer(row.number)
            try changes.replace(row.record)
        }
    }

    /// Gives held and refused writes up, and returns them.
    ///
    /// The objects stay as they are.
    ///
    /// - Throws: as ``release(_:)``.
    package func discard(_ chosen: (Write) -> Bool) throws -> [Write] {
        try change(chosen) { changes, row in try changes.delete(row.record) }
    }

    private func change(
        _ chosen: (Write) -> Bool, _ change: (inout RecordChanges, Row) throws -> Void
    ) throws -> [Write] {
        let rows = try rows().filter { $0.write.isAtRest && chosen($0.write) }
        if rows.isEmpty { return [] }
        let tagged = try tagged(Set(rows.map(\.write.model)))
        try records.commit { changes in
            for row in rows { try change(&changes, row) }
            // What was protected from served values is to take them over, also where they have not changed since.
            for query in tagged {
                guard let key = query.key else { throw EntryReader.corrupt }
                try changes.update(Self.queries, key, ["tag": .null])
            }
        }
        return rows.map(\.write)
    }

    /// The answered queries of models that have a tag.
    private func tagged(_ models: Set<String>) throws -> [Record] {
        guard records.models.contains(Self.queries) else { return [] }
        let stream = try records.stream(Self.queries)
        defer { stream.close() }
        var queries: [Record] = []
        while let query = try stream.next() {
            guard case .text(let model)? = query["entity"] else { throw EntryReader.corrupt }
            if models.contains(model), case .text? = query["tag"] { queries.append(query) }
        }
        return queries
    }

    /// A write with its row.
    private struct Row {
        let write: Write
        let record: Record
        /// The number of its save.
        let number: Int64
        /// Its place in the save.
        let place: Int64
    }

    private func rows() throws -> [Row] {
        let stream = try records.stream(Self.model)
        defer { stream.close() }
        var rows: [Row] = []
        while let record = try stream.next() { rows.append(try Self.row(record)) }
        return rows.sorted { ($0.number, $0.place) < ($1.number, $1.place) }
    }

    private static func row(_ record: Record) throws -> Row {
        guard case .uuid(let id)? = record["id"], case .text(let model)? = record["entity"],
            case .text(let effect)? = record["kind"], case .text(let state)? = record["state"],
            case .integer(let attempts)? = record["attempts"], case .integer(let place)? = record["place"]
        else { throw EntryReader.corrupt }
        var reason: String?
        if case .text(let text)? = record["refusal"] { reason = text }
        var number = record.version ?? 0
        if case .integer(let noted)? = record["number"] { number = noted }
        return Row(
            write: Write(
                id: id, model: model, effect: effect, state: state, attempts: Int(clamping: attempts),
                reason: reason), record: record, number: number, place: place)
    }
}
