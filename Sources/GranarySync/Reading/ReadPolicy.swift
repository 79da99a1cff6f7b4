/// Where the answer to a call may come from.
public struct ReadPolicy: Sendable, Hashable {
    enum Rule: Sendable, Hashable { case local, remote, localOrRemote }

    let rule: Rule

    /// The store answers, and the server is never asked.
    public static let local = ReadPolicy(rule: .local)
    /// The server is asked, and then the store answers.
    ///
    /// Without a connection the call throws ``GranaryError/Code/unavailable``.
    public static let remote = ReadPolicy(rule: .remote)
    /// The store answers if it has everything that the query asks for; else the server is asked first.
    ///
    /// The store has everything once the server has served the query whole, or the same condition without a limit.
    /// Without a connection the answer is what the store has, with the error.
    public static let localOrRemote = ReadPolicy(rule: .localOrRemote)
}
