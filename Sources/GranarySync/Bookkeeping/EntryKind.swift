/// The effect of an entry at the server.
enum EntryKind: String, Codable, Sendable {
    case insert, update, delete
    /// It is no change of an object; the server carries out what its name says.
    case command
}
