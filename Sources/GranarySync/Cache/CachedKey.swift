package import Granary

/// The identity of a cached row within its model.
public struct CachedKey: Sendable, Hashable {
    let bits: KeyBits

    init(_ bits: KeyBits) { self.bits = bits }

    /// The identity of a row with a key.
    package init(_ key: some ModelKey) { bits = key.keyBits }
}
