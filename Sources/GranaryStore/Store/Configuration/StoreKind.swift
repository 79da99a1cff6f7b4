/// How long the content of a store must be kept; without a location, this also determines the store's place.
///
/// The places follow the XDG Base Directory Specification; see `StandardPlaces`.
public enum StoreKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// Data that the program cannot restore.
    case durable
    /// Data that the program can restore: the store can be deleted at any time while it is closed.
    ///
    /// An incompatible store is migrated where that touches no row; otherwise it is deleted and created again, unless
    /// ``StoreConfiguration/onIncompatible`` says `refuse` or `moveAside`.
    case purgeable
    /// Data that lasts as long as the user is signed in; otherwise as `purgeable`.
    case runtime
    /// Data that lasts as long as the store is open.
    case memory
}

extension StoreConfiguration {
    /// The policy for an incompatible store, from all settings of the configuration.
    package var incompatiblePolicy: IncompatibleStorePolicy {
        guard onIncompatible == .migrate, kind == .purgeable || kind == .runtime else {
            return onIncompatible
        }
        return .delete
    }
}
