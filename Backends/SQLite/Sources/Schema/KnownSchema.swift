internal import GranaryStore
internal import GranarySQL
internal import Synchronization

/// The schema that an open store counts on, which another program may change at any time.
///
/// SQLite numbers each change of any table, and every transaction reads that number. While it is the one at which the
/// tables were found to fit, nothing else is read; at another one they are compared as at opening, once.
final class KnownSchema: Sendable {
    private let schema: StoreSchema
    private let store: String
    /// The number at which the tables were found to fit.
    private let number: Atomic<Int64>

    /// Knows that the tables of a store fit at a number; `store` is the store's identity.
    init(_ schema: StoreSchema, of store: String, at number: Int64) {
        self.schema = schema
        self.store = store
        self.number = Atomic(number)
    }

    /// Throws when the tables no longer fit, in the open transaction.
    ///
    /// - Throws: ``GranaryError/Code/newer``.
    func check(_ connection: Connection) throws {
        let present = try connection.schemaNumber()
        if present == number.load(ordering: .relaxed) { return }
        let metadata = try StoreMetadata(connection)
        var findings = try schema.difference(from: metadata, on: connection).findings
        let gone = schema.layout.configurations(missingIn: metadata.identity)
        findings += gone.sorted().map { "the configuration “\($0)” is gone" }
        if metadata.identity.id != store { findings = ["another store has taken its place"] }
        guard findings.isEmpty else { throw connection.place.changedWhileOpen(findings) }
        number.store(present, ordering: .relaxed)
    }
}
