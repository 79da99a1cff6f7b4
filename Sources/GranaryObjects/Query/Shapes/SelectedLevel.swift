/// A column of `select` that one request answers for all rows together.
enum SelectedLevel: Sendable {
    /// The rows of a relationship to many.
    case members(SelectedMembers)
    /// An object.
    case object(SelectedObject)
}
