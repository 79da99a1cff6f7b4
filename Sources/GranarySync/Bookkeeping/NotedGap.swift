package import Granary

/// What is noted as missing of a served object, or as other at the server, without the names of the bookkeeping's own
/// columns.
package struct NotedGap: Sendable, Hashable {
    /// The name of the model.
    package let model: String
    /// The key of the object.
    package let key: ObjectKey
    /// The relationship whose target is not here; empty for the object as a whole.
    package let property: String
    /// The names of the properties that were never served, or may be others at the server.
    package let missing: [String]
    /// Whether the server may hold other values of these: some were served while a write of the object was on its way.
    package let isStale: Bool

    /// Everything that is noted in a store.
    ///
    /// - Throws: errors of the store; ``GranaryError/Code/corrupt``.
    package static func all(in context: Context) throws -> [NotedGap] {
        try context.fetch(SyncGap.all).map { gap in
            NotedGap(
                model: gap.entity, key: try ObjectKey(entryData: gap.key), property: gap.property,
                missing: try EntryNames(reading: gap.missing).names, isStale: gap.isStale)
        }
    }
}
