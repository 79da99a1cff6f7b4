/// Holds an object for one that refers to it outside of contexts, so that long chains of objects end one after the
/// other.
///
/// Were each object held by the one before, the end of the first would end the second from inside, and so on until the
/// stack of the thread is used up.
public final class _ObjectHold<Target: AnyObject> {
    private var held: Target?

    /// Holds an object.
    public init(_ object: Target) { held = object }

    /// The object; `nil` only while it ends.
    public var object: Target? { held }

    deinit {
        // Where somebody else holds it, it does not end now.
        if isKnownUniquelyReferenced(&held) { ObjectEndings.ofThread.end(&held) }
    }
}
