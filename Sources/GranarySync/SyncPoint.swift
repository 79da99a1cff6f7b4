/// A step of a write to the server, or of a row from it, at which tests end the process.
package enum SyncPoint: String, Sendable, CaseIterable {
    /// Writes are chosen, and not marked as sent.
    case beforeMarking
    /// They are marked, and have not left.
    case beforeSending
    /// The server has carried them out, and its answer is on its way; only the sources of tests come to it.
    case beforeAnswer
    /// The server has answered, and nothing is noted of it.
    case beforeSettling
    /// They are settled.
    case afterSettling
    /// The program has decided about a refused write, and nothing is noted of it.
    case beforeDeciding
    /// The decision is carried out.
    case afterDeciding
    /// The server has served rows, and none is stored.
    case beforeMerging
    /// The rows are stored.
    case afterMerging
    /// Objects were read by their identities, and none is kept in memory; only models with a cache come to it.
    case afterReading
}
