/// A growable byte buffer that keeps its memory when it is emptied.
///
/// Used by one thread at a time.
public final class KeyValueBuffer {
    private var start: UnsafeMutableRawPointer
    private var capacity: Int
    /// The number of bytes; not public itself, since every use would then be checked for exclusive access.
    private var end = 0

    /// Makes an empty buffer with memory for some bytes.
    public init(capacity: Int = 128) {
        self.capacity = max(capacity, 16)
        start = .allocate(byteCount: self.capacity, alignment: 16)
    }

    /// Makes a buffer with the bytes of an array.
    public convenience init(_ bytes: [UInt8]) {
        self.init(capacity: bytes.count)
        bytes.withUnsafeBytes { append($0) }
    }

    deinit { start.deallocate() }

    /// The number of bytes.
    @inline(__always) public var count: Int { end }

    /// The bytes, valid until the buffer is changed or released.
    @inline(__always) public var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start, count: end)
    }

    /// Removes all bytes.
    public func removeAll() { end = 0 }

    /// Removes all bytes after the first ones; does nothing if there are fewer.
    public func removeLast(keeping count: Int) { end = min(end, max(count, 0)) }

    /// Appends bytes, which must not be the buffer's own.
    @inline(__always) public func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        (start + end).copyMemory(from: source, byteCount: bytes.count)
        end &+= bytes.count
    }

    /// Appends one byte.
    @inline(__always) public func append(byte: UInt8) {
        reserve(1)
        start.storeBytes(of: byte, toByteOffset: end, as: UInt8.self)
        end &+= 1
    }

    /// Replaces all bytes.
    public func replace(with bytes: UnsafeRawBufferPointer) {
        end = 0
        append(bytes)
    }
}

extension KeyValueBuffer {
    /// The bytes in a range, which must be within the buffer.
    @inline(__always) func bytes(_ offset: Int, _ count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start + offset, count: count)
    }

    /// The bytes in a range, which must be within the buffer.
    @inline(__always) func bytes(_ range: ByteRange) -> UnsafeRawBufferPointer {
        bytes(range.offset, range.count)
    }

    /// Appends bytes, which must not be the buffer's own, and returns their range.
    @inline(__always) func keep(_ bytes: UnsafeRawBufferPointer) -> ByteRange {
        let range = ByteRange(offset: end, count: bytes.count)
        append(bytes)
        return range
    }

    /// Appends the bytes of an array.
    @inline(__always) func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

    /// Appends the bytes of a number as they are in memory: lowest byte first, unless the caller has swapped them.
    @inline(__always) func append<Number: FixedWidthInteger & BitwiseCopyable>(bytesOf number: Number) {
        let size = MemoryLayout<Number>.size
        reserve(size)
        (start + end).storeBytes(of: number, as: Number.self)
        end &+= size
    }

    /// Appends a number in groups of seven bits, lowest first, each but the last with the high bit set.
    @inline(__always) func append(varint number: UInt64) {
        reserve(10)
        var (rest, offset) = (number, end)
        while rest >= 0x80 {
            start.storeBytes(of: UInt8(truncatingIfNeeded: rest) | 0x80, toByteOffset: offset, as: UInt8.self)
            rest &>>= 7
            offset &+= 1
        }
        start.storeBytes(of: UInt8(truncatingIfNeeded: rest), toByteOffset: offset, as: UInt8.self)
        end = offset &+ 1
    }

    /// Reserves room for more bytes.
    @inline(__always) private func reserve(_ more: Int) {
        if capacity &- end < more { grow(more) }
    }

    private func grow(_ more: Int) {
        let larger = max(capacity * 2, end + more)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
        memory.copyMemory(from: start, byteCount: end)
        start.deallocate()
        (start, capacity) = (memory, larger)
    }
}
