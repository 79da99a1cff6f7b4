/// Decides about a write that the server does not carry out; `nil` leaves it as it is until the next start.
public typealias RefusalHandler = @Sendable (RefusedWrite) async -> RefusalDecision?
