/// When an outbox sends.
public struct OutboxSending: Sendable {
    enum Kind: Sendable {
        case atOnce, byHand
        case when(@Sendable () async -> Bool)
    }

    let kind: Kind

    /// As soon as something is saved.
    public static let atOnce = OutboxSending(kind: .atOnce)
    /// Only while ``Outbox/flush(within:)`` runs.
    public static let byHand = OutboxSending(kind: .byHand)

    /// As soon as something is saved, if a function allows it: on a network that costs nothing, for instance.
    ///
    /// It is asked before each batch. After it has said no, it is asked again when something is saved, and by
    /// ``Repositories/networkIsBack()`` and ``Outbox/resume()``. ``Outbox/flush(within:)`` does not ask.
    public static func when(_ isAllowed: @escaping @Sendable () async -> Bool) -> OutboxSending {
        OutboxSending(kind: .when(isAllowed))
    }
}
