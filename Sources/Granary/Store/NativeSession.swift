/// A session that answers queries in the language of its engine.
public protocol NativeSession: StoreSession {
    /// Runs a statement that only reads, in the session's snapshot.
    ///
    /// It quotes identifiers by the engine's rules and binds parameters. The cursor stays valid as long as one of
    /// ``StoreSession/fetch(_:)``.
    ///
    /// - Throws: ``GranaryError/Code/query`` for text that the engine does not understand, that holds several
    ///   statements, or that does more than read.
    func fetch(_ statement: NativeStatement) throws -> NativeAnswer
}

/// A statement in an engine's language, with its names resolved by the schema.
public struct NativeStatement: Sendable {
    /// A piece of a statement.
    public enum Part: Sendable, Hashable {
        /// Text of the program's source, used verbatim.
        case text(String)
        /// The name of a table, to quote.
        case identifier(String)
        /// The name of a column, to quote, and the kind of value it holds.
        ///
        /// An engine that stores such values in a special form refuses expressions in which that form would give another
        /// result.
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

/// A store's answer to a native statement.
public struct NativeAnswer {
    /// The rows; its columns are those of the statement.
    public var cursor: any RowCursor
    /// The names of the statement's columns.
    public var columns: [String]

    /// Makes an answer.
    public init(cursor: any RowCursor, columns: [String]) {
        self.cursor = cursor
        self.columns = columns
    }
}
