extension RemoteOutcome {
    /// The outcome of a write by the status code of the server's answer, as HTTP defines them.
    ///
    /// | code | outcome |
    /// |---|---|
    /// | 200 to 299 | accepted |
    /// | 401, 403 | the credentials are asked for once more, then nothing is sent until ``Outbox/resume()`` |
    /// | 404, 410 | the object of an update is gone; a deletion is accepted; others are refused |
    /// | 409, 412 | a conflict |
    /// | 408, 425, 429, 500 to 599, all others | sent again, after the time that the server asks for |
    /// | 400 to 499 else | refused |
    ///
    /// - Parameters:
    ///   - status: the status code.
    ///   - write: the write that it is about.
    ///   - rows: the rows of the answer; of a conflict, the row that the server holds.
    ///   - reason: the server's reason for a refusal.
    ///   - retryAfter: how long the server asks to wait before the next attempt.
    public init(
        status: Int, of write: RemoteWrite, _ rows: RemotePayload = RemotePayload(), reason: String = "",
        retryAfter: Duration? = nil
    ) {
        switch status {
        case 200..<300: self = .accepted(rows)
        case 401, 403: self = .unauthorized(reason)
        case 404, 410:
            switch write.kind {
            case .delete: self = .accepted
            case .update: self = .gone(reason)
            case .insert, .command: self = .refused(reason)
            }
        case 409, 412: self = .conflict(rows, reason)
        case 408, 425, 429: self = .later(after: retryAfter)
        case 400..<500: self = .refused(reason)
        default: self = .later(after: retryAfter)
        }
    }
}
