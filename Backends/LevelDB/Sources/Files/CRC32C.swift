/// The checksum of LevelDB's files: CRC-32C (RFC 3720), rotated and shifted so that it can be stored next to the data
/// it covers.
enum CRC32C {
    /// The parts of a sum that eight bytes add: 256 numbers for the last of them, then for the one before it, and so
    /// on.
    private static let tables: [UInt32] = {
        var tables: [UInt32] = []
        for byte in UInt32(0)..<256 {
            var value = byte
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0x82f6_3b78 : value >> 1 }
            tables.append(value)
        }
        for position in 256..<2_048 {
            let before = tables[position - 256]
            tables.append(before >> 8 ^ tables[Int(before & 0xFF)])
        }
        return tables
    }()

    /// The checksum of some bytes, as LevelDB stores it.
    static func masked(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        let sum = of(bytes)
        return (sum >> 15 | sum << 17) &+ 0xa282_ead8
    }

    /// The checksum itself.
    static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        tables.withUnsafeBufferPointer { tables in
            var (sum, offset) = (UInt32.max, 0)
            while offset &+ 8 <= bytes.count {
                let word =
                    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                    ^ UInt64(sum)
                sum = eight(word, tables)
                offset &+= 8
            }
            while offset < bytes.count {
                sum = sum >> 8 ^ tables[Int(UInt8(truncatingIfNeeded: sum) ^ bytes[offset])]
                offset &+= 1
            }
            return ~sum
        }
    }

    @inline(__always) private static func eight(
        _ word: UInt64, _ tables: UnsafeBufferPointer<UInt32>
    ) -> UInt32 {
        var sum: UInt32 = 0
        for byte in 0..<8 {
            let value = Int(truncatingIfNeeded: word >> UInt64(byte &* 8) & 0xFF)
            sum ^= tables[(7 &- byte) &* 256 &+ value]
        }
        return sum
    }
}
