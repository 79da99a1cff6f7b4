/// What became of a write at the server.
public struct RemoteOutcome: Sendable {
    enum Kind: Sendable {
        case accepted(RemotePayload)
        case refused(RefusalCause, RemotePayload, String)
        case later(Duration?)
        case unauthorized(String)
    }

    let kind: Kind

    /// The server has carried the write out, now or when it was sent before.
    public static let accepted = RemoteOutcome.accepted(RemotePayload())

    /// The server has carried the write out, and these are its rows now.
    public static func accepted(_ rows: RemotePayload) -> RemoteOutcome {
        RemoteOutcome(kind: .accepted(rows))
    }

    /// The server will not carry the write out, however often it is sent, for a reason that is stored with the write,
    /// to be shown to a person.
    public static func refused(_ reason: String) -> RemoteOutcome {
        RemoteOutcome(kind: .refused(.refused, RemotePayload(), reason))
    }

    /// The server holds another state of the object than the write was made for, with the row that it holds, if the
    /// answer has it.
    public static func conflict(_ theirs: RemotePayload, _ reason: String = "") -> RemoteOutcome {
        RemoteOutcome(kind: .refused(.conflict, theirs, reason))
    }

    /// The server does not have the object any more.
    public static func gone(_ reason: String = "") -> RemoteOutcome {
        RemoteOutcome(kind: .refused(.gone, RemotePayload(), reason))
    }

    /// The server cannot say now; the write is sent again, after the given time or after a growing pause.
    public static func later(after pause: Duration? = nil) -> RemoteOutcome {
        RemoteOutcome(kind: .later(pause))
    }

    /// The server does not accept the credentials.
    public static func unauthorized(_ reason: String = "") -> RemoteOutcome {
        RemoteOutcome(kind: .unauthorized(reason))
    }
}
