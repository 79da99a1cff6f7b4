/// The digest FNV-1a with 64 bits.
enum ByteDigest {
    /// The digest of some bytes.
    static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
}
