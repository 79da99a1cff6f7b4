/// A rule that fills a new attribute, which a schema carries along so that objects that are saved have the value
/// already.
///
/// ``Backfill`` is the one that ships.
public protocol SchemaBackfill: Sendable {
    /// Checks that the rule fits a schema.
    ///
    /// - Throws: ``GranaryError/Code/query`` with what is wrong and what to do.
    func check(in schema: Schema) throws
}

extension Schema {
    /// The same schema with rules that fill new attributes, in the order in which they are carried out.
    ///
    /// A save gives the objects that it writes the values that they miss; `stack.backfill()` fills those that are
    /// stored.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a rule that does not fit the schema, such as one for an attribute that
    ///   is not optional (any more).
    public func filling(_ backfills: [any SchemaBackfill]) throws -> Schema {
        for backfill in backfills { try backfill.check(in: self) }
        return Schema(
            name: name, entities: entities, configurations: configurations, links: links,
            fingerprint: fingerprint, migrations: migrations, backfills: backfills,
            isReadableByOlderVersions: isReadableByOlderVersions)
    }
}
