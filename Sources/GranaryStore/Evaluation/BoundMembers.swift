/// A relationship to many at the end of a path, and the binder of what is seen from its objects.
struct BoundMembers {
    /// The relationships to one before it.
    let path: [Relationship]
    let relationship: Relationship
    let binder: ExpressionBinder
}
