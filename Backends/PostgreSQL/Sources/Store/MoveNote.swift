internal import GranaryStore
internal import GranarySQL

/// The note in a schema about a store that has left it.
struct MoveNote {
    /// Where it went, for people.
    var destination: String
    /// Which move that was, if the store went to another database.
    var move: String?
    /// The other database, if it is one of the same server.
    var database: String?
    /// The schema in the other database.
    var schema: String?
}
