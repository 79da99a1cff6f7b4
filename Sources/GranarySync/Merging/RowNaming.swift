/// Whether the keys of a served row are the server's or this side's, where the server assigns ids.
enum RowNaming {
    /// The server's.
    case server
    /// The row has the key of its object here, and the server's words for those that it refers to.
    case keyHere
    /// All keys are those of this side.
    case here
}
