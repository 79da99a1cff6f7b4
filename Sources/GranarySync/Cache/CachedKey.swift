package import Granary

/// The identity of a cached row within its model.
public struct CachedKey: Sendable, Hashable {
    let bits: KeyBits

    init(_ bits: KeyBits) { self.bits = bits }

    /// The identity of a row with a key.
    package init(_ key: some ModelKey) { bits = key.keyBits }
}

extension CachedKey: RecentKey {
    var mixed: UInt64 { bits.mixed }
}

extension KeyBits {
    /// A number whose highest bits are spread: of numbers in a row, and of identifiers that begin with a time (Fibonacci
    /// hashing).
    var mixed: UInt64 { (low ^ (high &* 0x9E37_79B9_7F4A_7C15)) &* 0x9E37_79B9_7F4A_7C15 }
}
