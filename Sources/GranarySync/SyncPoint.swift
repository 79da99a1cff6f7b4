/// A moment on the way of a write to the server, at which tests end the process.
package enum SyncPoint: String, Sendable, CaseIterable {
    /// The write is chosen, and not marked as sent.
    case beforeMarking
    /// It is marked, and has not left.
    case beforeSending
    /// The server has carried it out, and its answer is on its way; only the sources of tests come to it.
    case beforeAnswer
    /// The server has answered, and nothing is noted of it.
    case beforeSettling
    /// It is settled.
    case afterSettling
}
