/// Bytes that grow at their end and keep their memory when they are emptied.
///
/// Used by one thread at a time.
public final class KeyValueBuffer {
    private var start: UnsafeMutableRawPointer
    private var capacity: Int
    /// How many bytes there are.
    public private(set) var count = 0

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

    /// The bytes, valid until the buffer is changed or let go of.
    @inline(__always) public var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start, count: count)
    }

    /// Removes all bytes.
    public func removeAll() { count = 0 }

    /// Removes the bytes behind the first ones; nothing happens when there are not so many.
    public func removeLast(keeping count: Int) { self.count = min(self.count, max(count, 0)) }

    /// Appends bytes, which may not be the buffer's own.
    @inline(__always) public func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        (start + count).copyMemory(from: source, byteCount: bytes.count)
        count &+= bytes.count
    }

    /// Appends one byte.
    @inline(__always) public func append(byte: UInt8) {
        reserve(1)
        start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count &+= 1
    }

    /// Replaces all bytes.
    public func replace(with bytes: UnsafeRawBufferPointer) {
        count = 0
        append(bytes)
    }
}

extension KeyValueBuffer {
    /// The bytes in a range, which must be within the buffer.
    @inline(__always) func bytes(_ offset: Int, _ count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start + offset, count: count)
    }

    /// Appends the bytes of an array.
    @inline(__always) func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

    /// Appends the bytes of a number, the lowest first unless it has been turned round.
    @inline(__always) func append<Number: FixedWidthInteger & BitwiseCopyable>(bytesOf number: Number) {
        let size = MemoryLayout<Number>.size
        reserve(size)
        (start + count).storeBytes(of: number, as: Number.self)
        count &+= size
    }

    /// Appends a number in groups of seven bits, the lowest first, each but the last with the high bit set.
    @inline(__always) func append(varint number: UInt64) {
        reserve(10)
        var (rest, end) = (number, count)
        while rest >= 0x80 {
            start.storeBytes(of: UInt8(truncatingIfNeeded: rest) | 0x80, toByteOffset: end, as: UInt8.self)
            rest &>>= 7
            end &+= 1
        }
        start.storeBytes(of: UInt8(truncatingIfNeeded: rest), toByteOffset: end, as: UInt8.self)
        count = end &+ 1
    }

    /// Makes room for some more bytes.
    @inline(__always) private func reserve(_ more: Int) {
        if capacity &- count < more { grow(more) }
    }

    private func grow(_ more: Int) {
        let larger = max(capacity * 2, count + more)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
        memory.copyMemory(from: start, byteCount: count)
        start.deallocate()
        (start, capacity) = (memory, larger)
    }
}
