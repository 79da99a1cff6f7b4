/// A rule that fills a new attribute; a schema carries it, so that saved objects already have the value.
///
/// `Backfill` is the implementation that Granary provides.
public protocol SchemaBackfill: Sendable {
    /// Checks that the rule fits a schema.
    ///
    /// - Throws: ``GranaryError/Code/query`` with the fault and the remedy.
    func check(in schema: Schema) throws
}

extension Schema {
    /// The same schema with rules that fill new attributes, in the order in which they are carried out.
    ///
    /// A save fills missing values of the objects that it writes; `stack.backfill()` fills the stored ones.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a rule that does not fit the schema, such as one for an attribute that
    ///   is not, or no longer, optional.
    public func filling(_ backfills: [any SchemaBackfill]) throws -> Schema {
        for backfill in backfills { try backfill.check(in: self) }
        return with(backfills: backfills)
    }
}
