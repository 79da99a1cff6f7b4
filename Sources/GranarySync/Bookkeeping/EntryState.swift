/// How far a change is on its way.
enum EntryState: String, Codable, Sendable {
    /// It stays here until it is released.
    case held
    /// It is to be sent.
    case waiting
    /// It has left, and may have arrived.
    case sent
    /// The server does not want it.
    case refused
}
