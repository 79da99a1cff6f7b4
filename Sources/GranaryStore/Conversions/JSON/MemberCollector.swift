/// Takes the members of an object that is encoded, as they are.
final class MemberCollector {
    /// The members by name; one that is `nil` may be absent.
    var members: [String: Any] = [:]

    init() {}
}
