/// Text as a store gives it: bytes that should be UTF-8.
package enum StoredText {
    /// The text of some bytes; `nil` when they are not UTF-8.
    ///
    /// Swift's own decoding repairs what is malformed, and its validating one is slower by half the cost of a column.
    /// So ASCII is recognised eight bytes at a time, and anything else is decoded and compared with what it came from.
    @inlinable @inline(__always) package static func decode(_ bytes: UnsafeRawBufferPointer) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        return isASCII(bytes) || isSame(text, bytes) ? text : nil
    }

    @inlinable @inline(__always) static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var offset = 0
        var high: UInt64 = 0
        while offset &+ 8 <= bytes.count {
            high |= bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            offset &+= 8
        }
        while offset < bytes.count {
            high |= UInt64(bytes[offset])
            offset &+= 1
        }
        return high & 0x8080_8080_8080_8080 == 0
    }

    @usableFromInline static func isSame(_ text: String, _ bytes: UnsafeRawBufferPointer) -> Bool {
        text.utf8.count == bytes.count && text.utf8.elementsEqual(bytes)
    }
}
