/// The answer to a selection for one row.
@usableFromInline package struct SelectedRow {
    /// The values of the expressions, and after them keys that levels need.
    let values: [Value]
    /// The lists, in the order of their levels.
    var lists: [[SelectedRow]] = []
    /// The objects, in the order of their levels.
    var objects: [(any Model)?] = []
    /// Whether the object of the row no longer exists.
    var isGone = false

    /// Begins with values.
    init(_ values: [Value]) { self.values = values }
}
