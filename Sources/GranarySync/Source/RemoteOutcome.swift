/// What became of a write at the server.
public struct RemoteOutcome: Sendable {
    enum Kind: Sendable {
        case accepted(RemotePayload)
        case refused(String)
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
        RemoteOutcome(kind: .refused(reason))
    }
}
