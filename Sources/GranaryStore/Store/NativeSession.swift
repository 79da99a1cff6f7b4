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
