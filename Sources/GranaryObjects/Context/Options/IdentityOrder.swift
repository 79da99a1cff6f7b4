/// The order of objects that are found by their identities.
public enum IdentityOrder: Sendable, Hashable {
    /// The order of their keys.
    case keyOrder
    /// The order in which the identities are given.
    case givenOrder
}
