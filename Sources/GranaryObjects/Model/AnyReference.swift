/// The stored value of a relationship to one, without its target's type.
@_documentation(visibility: private)
@frozen public enum AnyReference {
    /// No object.
    case empty
    /// The object with this key.
    case key(ObjectKey)
    /// An object, while the owner is in no context.
    case object(any Model)
}
