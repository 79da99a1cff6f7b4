/// Where the answer to a call may come from.
public struct ReadPolicy: Sendable, Hashable {
    enum Rule: Sendable, Hashable { case local, remote, localOrRemote, localThenRemote, remoteOrLocal }

    let rule: Rule
    /// Whether the store also answers after an error of the server, and not only without a connection.
    var answersAfterErrors = false
    /// Whether any row of the store is enough.
    var acceptsAnyRow = false
    /// What becomes of rows that the server's answer lacks.
    var extra = ExtraRows.merge
    /// Whether no answer counts that is kept on the way to the server.
    var reloads = false

    /// Whether the server is not asked for an object that the store has whole.
    var takesAnObjectThatIsHere: Bool { rule == .local || rule == .localOrRemote }

    /// The store answers, and the server is never asked.
    public static let local = ReadPolicy(rule: .local)
    /// The server is asked, and then the store answers.
    ///
    /// Without a connection the call throws ``GranaryError/Code/unavailable``.
    public static let remote = ReadPolicy(rule: .remote)
    /// The store answers if it has everything that the query asks for; else the server is asked first.
    ///
    /// Without a connection the answer has the rows of the store, and ``Answer/remoteError``.
    public static let localOrRemote = ReadPolicy(rule: .localOrRemote)
    /// The store answers at once if it has everything that the query asks for, and the server is asked behind the call,
    /// for later answers and for observers; else it is as ``localOrRemote``.
    ///
    /// An error of the request behind the call goes to `stack.errors`, unless there is no connection, and is the
    /// ``Answer/remoteError`` of the next such call.
    public static let localThenRemote = ReadPolicy(rule: .localThenRemote)
    /// The server is asked, and then the store answers; without a connection the store answers alone, and the answer has
    /// ``Answer/remoteError``.
    public static let remoteOrLocal = ReadPolicy(rule: .remoteOrLocal)

    /// ``remoteOrLocal`` that also answers from the store after an error of the server.
    public static func remoteOrLocal(afterErrors: Bool) -> ReadPolicy {
        ReadPolicy(rule: .remoteOrLocal, answersAfterErrors: afterErrors)
    }

    /// The same policy, but any object that the store has is enough, regardless of what was served.
    public var anyRow: ReadPolicy {
        var policy = self
        policy.acceptsAnyRow = true
        return policy
    }

    /// The same policy, where a request goes past every answer that is kept on the way to the server.
    public var reloading: ReadPolicy {
        var policy = self
        policy.reloads = true
        return policy
    }
}
