/// Steps through UTF-8 that is known to be valid.
enum UTF8Step {
    /// How many bytes the scalar has that begins with a byte.
    static func length(leading byte: UInt8) -> Int {
        byte < 0x80 ? 1 : (byte < 0xe0 ? 2 : (byte < 0xf0 ? 3 : 4))
    }

    /// The scalar made of two to four bytes.
    static func decode(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt32 {
        let lead = UInt32(bytes.first ?? 0) & (bytes.count == 2 ? 0x1f : (bytes.count == 3 ? 0x0f : 0x07))
        return bytes.dropFirst().reduce(lead) { $0 << 6 | UInt32($1 & 0x3f) }
    }
}
