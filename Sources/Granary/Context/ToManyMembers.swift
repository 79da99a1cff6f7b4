/// What an object knows of one of its relationships to many: the loaded objects, and changes not yet saved.
public final class ToManyMembers {
    /// The objects, once loaded or when the owner was never stored.
    package var objects: ContiguousArray<AnyObject> = []
    /// Whether `objects` holds everything; when not, only what was added since.
    package var isLoaded = false
    /// Objects added in this context, for relationships kept as pairs.
    package var added: [ObjectIdentifier: AnyObject] = [:]
    /// Objects removed in this context, for relationships kept as pairs, or before the rest was loaded.
    package var removed: [ObjectIdentifier: AnyObject] = [:]

    package init() {}
}
