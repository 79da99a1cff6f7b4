import CZlib

/// The uses of zlib: unpacking, and checksums.
enum Compression {
    /// The largest file that is read; a damaged or hostile archive may claim any size.
    static let largestFile = 1 << 30

    /// Unpacks a raw deflate stream (RFC 1951); `nil` unless it is whole and has exactly the size announced.
    static func inflate(_ packed: ArraySlice<UInt8>, size: Int) -> [UInt8]? {
        guard size <= largestFile, packed.count <= largestFile else { return nil }
        var stream = z_stream()
        // Negative bits: no zlib header. The macro inflateInit2 adds the version and size; Swift has to do it itself.
        let opened = inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard opened == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        var ended = false
        // One more byte than announced, so that a longer stream is noticed.
        let unpacked = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
            packed.withUnsafeBufferPointer { input in
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = UInt32(input.count)
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(buffer.count)
                ended = CZlib.inflate(&stream, Z_FINISH) == Z_STREAM_END
                count = buffer.count - Int(stream.avail_out)
            }
        }
        return ended && unpacked.count == size ? unpacked : nil
    }

    /// The CRC-32 of some bytes, as zip archives carry it.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBufferPointer { buffer in
            UInt32(truncatingIfNeeded: crc32_z(0, buffer.baseAddress, buffer.count))
        }
    }
}
