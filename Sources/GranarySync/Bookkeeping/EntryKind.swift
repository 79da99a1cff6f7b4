/// What happened to the object.
enum EntryKind: String, Codable, Sendable { case insert, update, delete }
