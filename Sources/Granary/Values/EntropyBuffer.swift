#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Random words taken from the operating system in blocks.
struct EntropyBuffer: Sendable {
    private var words = [UInt64](repeating: 0, count: 512)
    private var used = 512

    /// The next random word.
    mutating func next() -> UInt64 {
        if used == words.count { refill() }
        defer { used += 1 }
        return words[used]
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
