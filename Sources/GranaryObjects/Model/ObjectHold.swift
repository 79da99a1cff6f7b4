/// Holds an object for an owner outside contexts, so that long chains of objects are freed one after the other.
///
/// If each object held the next directly, freeing the first would free the second from its deinitializer, and so on
/// until the thread's stack overflows.
public final class _ObjectHold<Target: AnyObject> {
    private var held: Target?

    /// Holds an object.
    public init(_ object: Target) { held = object }

    /// The object; `nil` only while it is freed.
    public var object: Target? { held }

    deinit {
        // With another holder, the object outlives this hold.
        if isKnownUniquelyReferenced(&held) { ObjectEndings.ofThread.end(&held) }
    }
}
