/// Comparisons with objects in place of their identities.
extension ToOneField {
    /// Whether the destination is this object; without an object, whether the relationship is empty or dangling.
    @_disfavoredOverload
    public static func == (field: ToOneField, target: Target?) -> TypedExpression<Root, Bool> {
        target.map { field == $0.objectID } ?? (field == nil)
    }

    /// Whether the destination is another object than this one, or missing; without an object, whether there is one.
    @_disfavoredOverload
    public static func != (field: ToOneField, target: Target?) -> TypedExpression<Root, Bool> {
        target.map { field != $0.objectID } ?? (field != nil)
    }
}

/// Comparisons with objects in place of their identities.
extension FirstMember {
    /// Whether this is the object; without an object, whether there is no first one.
    @_disfavoredOverload
    public static func == (member: FirstMember, target: Target?) -> TypedExpression<Root, Bool> {
        target.map { member == $0.objectID } ?? (member == nil)
    }

    /// Whether the object is another than this one, or missing; without an object, whether there is a first one.
    @_disfavoredOverload
    public static func != (member: FirstMember, target: Target?) -> TypedExpression<Root, Bool> {
        target.map { member != $0.objectID } ?? (member != nil)
    }
}
