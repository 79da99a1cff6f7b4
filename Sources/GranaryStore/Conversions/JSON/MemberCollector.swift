/// Collects the members of an encoded object as Swift values.
final class MemberCollector {
    /// The members by name; one that is `nil` may be absent.
    var members: [String: Any] = [:]

    init() {}
}
