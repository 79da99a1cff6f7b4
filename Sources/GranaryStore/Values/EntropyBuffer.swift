#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Random words taken from the operating system in blocks.
struct EntropyBuffer: Sendable {
    private var words = [UInt64](repeating: 0, count: 512)
    private var used = 512

    private var spareHalf: UInt32?

    /// The next 64 random bits.
    mutating func nextWord() -> UInt64 {
        if used == words.count { refill() }
        defer { used += 1 }
        return words[used]
    }

    /// The next 32 random bits.
    mutating func nextHalf() -> UInt32 {
        if let half = spareHalf {
            spareHalf = nil
            return half
        }
        let word = nextWord()
        spareHalf = UInt32(truncatingIfNeeded: word >> 32)
        return UInt32(truncatingIfNeeded: word)
    }

    private mutating func refill() {
        used = 0
        let isFilled = words.withUnsafeMutableBytes { bytes in
            // The system gives at most 256 bytes at a time.
            stride(from: 0, to: bytes.count, by: 256).allSatisfy { start in
                guard let place = bytes.baseAddress?.advanced(by: start) else { return false }
                return getentropy(place, min(256, bytes.count - start)) == 0
            }
        }
        guard !isFilled else { return }
        var generator = SystemRandomNumberGenerator()
        for index in words.indices { words[index] = generator.next() }
    }
}
