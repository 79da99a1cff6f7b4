/// A fast hash of bytes, unpredictable outside the process.
enum ByteHash {
    private static let seed = UInt64.random(in: .min ... .max)

    /// The hash of some bytes.
    @inline(__always) static func of(_ bytes: Bytes) -> UInt64 {
        var hash = seed ^ UInt64(bytes.count)
        guard let start = bytes.baseAddress else { return hash }
        var offset = 0
        while offset &+ 8 <= bytes.count {
            hash = mix(hash ^ start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset &+= 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(start.load(fromByteOffset: offset, as: UInt8.self))
            offset &+= 1
        }
        return mix(hash ^ rest)
    }

    /// Multiplies, and combines the two halves of the product.
    @inline(__always) private static func mix(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
        return product.high ^ product.low
    }
}
