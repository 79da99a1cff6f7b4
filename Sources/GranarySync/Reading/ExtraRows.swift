/// What becomes of the rows that the store has of a query and that the answer of the server to it lacks.
public enum ExtraRows: String, Sendable, Hashable {
    /// They stay.
    case merge
    /// They are deleted, by the delete rules of their models.
    ///
    /// A row stays that has writes which the server does not know, or that was saved since the server was asked. Nothing
    /// is deleted after a page of a query, and after an answer that is only a part of it.
    case replace
    /// Nothing is stored, and the answer has the values that were served.
    ///
    /// Only properties of this side alone come from the store.
    case passThrough
}
