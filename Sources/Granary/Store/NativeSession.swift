/// A session whose engine has a language of its own in which it can be asked.
public protocol NativeSession: StoreSession {
    /// Runs a statement that only reads, in the session's snapshot.
    ///
    /// Identifiers are quoted as the engine wants it, parameters are bound. The cursor is good for as long as
    /// one that ``StoreSession/fetch(_:)`` returns.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a statement that the engine does not understand, that is more
    ///   than one, or that does not only read.
    func fetch(_ statement: NativeStatement) throws -> NativeAnswer
}

/// A statement in an engine's own language, with names resolved by the schema.
public struct NativeStatement: Sendable {
    /// A piece of a statement.
    public enum Part: Sendable, Hashable {
        /// Text of the program's source, to be taken as it is.
        case text(String)
        /// The name of a table, to be quoted.
        case identifier(String)
        /// The name of a column and the kind of value it holds; the name is to be quoted.
        ///
        /// An engine that keeps such values in a form of its own refuses uses in which that form would mean something
        /// else.
        case column(String, AttributeType)
        /// A value, to be bound.
        case parameter(Value)
    }

    /// The pieces, in order.
    public var parts: [Part]
    /// The entity whose store is asked.
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
