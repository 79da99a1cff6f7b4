/// JSON text without the spaces that PostgreSQL writes between its parts.
enum CompactJSON {
    /// The text of some bytes, without blanks outside of strings.
    static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(unsafeUninitializedCapacity: bytes.count) { output in
            var (length, isInside, isEscaped) = (0, false, false)
            for byte in bytes {
                if !isInside, byte == UInt8(ascii: " ") { continue }
                output[length] = byte
                length += 1
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = isInside
                } else if byte == UInt8(ascii: "\"") {
                    isInside.toggle()
                }
            }
            return length
        }
    }
}
