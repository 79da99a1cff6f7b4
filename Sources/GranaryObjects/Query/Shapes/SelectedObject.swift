/// An object that a row of `select` has in one of its columns.
struct SelectedObject: Sendable {
    /// The name of the object's model.
    let model: String
    /// The parts of its key as seen from the row; `nil` without an object.
    let key: [ExpressionTree]
    /// Whether it is the object of the row itself; a row whose object others have deleted since is left out.
    let isRow: Bool
}
