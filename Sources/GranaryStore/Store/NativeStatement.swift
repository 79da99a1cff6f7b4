/// A statement in an engine's language, with its names resolved by the schema.
public struct NativeStatement: Sendable {
    /// A piece of a statement.
    public enum Part: Sendable, Hashable {
        /// Text of the program's source, used verbatim.
        case text(String)
        /// The name of a table, to quote.
        case identifier(String)
        /// The name of a table for the form of it that people read, to quote.
        ///
        /// An engine that stores some values in a special form may have a view with such values as plain texts; in any
        /// other engine the table itself is that form.
        case readable(String)
        /// The name of a column, to quote, and the kind of value it holds.
        ///
        /// An engine that stores such values in a special form refuses expressions in which that form would give
        /// another result.
        case column(String, AttributeType)
        /// A value, to bind.
        case parameter(Value)
    }

    /// The pieces, in order.
    public var parts: [Part]
    /// The entity whose store runs the statement.
    public var entity: Entity

    /// Makes a statement.
    public init(parts: [Part], entity: Entity) {
        self.parts = parts
        self.entity = entity
    }
}
