/// How long the content of a store is worth keeping, which also decides where it is when no location is named.
///
/// The places are those of the XDG Base Directory Specification; see ``StandardPlaces``.
public enum StoreKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// Data that a program cannot get again.
    case durable
    /// Data that a program can get again: anybody may delete the store while it is closed.
    ///
    /// One that does not fit its models is deleted and made anew instead of migrated, unless
    /// ``StoreConfiguration/onIncompatible`` says `refuse` or `moveAside`.
    case purgeable
    /// Data for as long as the user is signed in; otherwise as `purgeable`.
    case runtime
    /// Data for as long as the store is open.
    case memory
}

extension StoreConfiguration {
    /// What is done with a store that does not fit, after all that the configuration says.
    var incompatiblePolicy: IncompatibleStorePolicy {
        guard onIncompatible == .migrate, kind == .purgeable || kind == .runtime else {
            return onIncompatible
        }
        return .delete
    }
}
