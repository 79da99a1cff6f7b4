package import Granary

/// What is noted as missing of a served object, without the names of the bookkeeping's own columns.
package struct NotedGap: Sendable, Hashable {
    /// The name of the model.
    package let model: String
    /// The relationship whose target is not here; empty for the object as a whole.
    package let property: String
    /// The names of the properties that were never served.
    package let missing: [String]

    /// Everything that is noted in a store.
    ///
    /// - Throws: errors of the store; ``GranaryError/Code/corrupt``.
    package static func all(in context: Context) throws -> [NotedGap] {
        try context.fetch(SyncGap.all).map { gap in
            NotedGap(
                model: gap.entity, property: gap.property, missing: try EntryNames(reading: gap.missing).names
            )
        }
    }
}
