/// Text as a store returns it: bytes that should be UTF-8 without U+0000.
package enum StoredText {
    /// The text of some bytes; `nil` when they are not UTF-8, or hold U+0000, which no store may hold.
    ///
    /// Swift's own decoding repairs malformed text, and its validating variant costs half a column read more. So plain
    /// text is recognised eight bytes at a time, and anything else is decoded and compared with its source.
    @inlinable @inline(__always) package static func decode(_ bytes: UnsafeRawBufferPointer) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        return isPlain(bytes) || isSame(text, bytes) ? text : nil
    }

    /// Whether the bytes are ASCII without U+0000.
    ///
    /// A byte minus one has the high bit set if the byte is 0 or above 0x80, and only a 0 causes a borrow.
    @inlinable @inline(__always) static func isPlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var offset = 0
        var high: UInt64 = 0
        while offset &+ 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            high |= word | (word &- 0x0101_0101_0101_0101)
            offset &+= 8
        }
        while offset < bytes.count {
            let byte = UInt64(bytes[offset])
            high |= byte | (byte &- 1)
            offset &+= 1
        }
        return high & 0x8080_8080_8080_8080 == 0
    }

    @usableFromInline static func isSame(_ text: String, _ bytes: UnsafeRawBufferPointer) -> Bool {
        text.utf8.count == bytes.count && text.utf8.elementsEqual(bytes) && !Bytewise.holdsNull(bytes)
    }
}
