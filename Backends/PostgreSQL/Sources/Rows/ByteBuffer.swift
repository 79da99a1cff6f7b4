/// Memory that grows, for bytes in network order.
///
/// Written through a pointer: an array's checks and its copies on write cost more than the values.
struct ByteBuffer {
    private var storage: Storage
    /// How many bytes are in use.
    private(set) var count = 0

    private final class Storage {
        let bytes: UnsafeMutableRawPointer
        let capacity: Int

        init(capacity: Int) {
            self.capacity = capacity
            bytes = .allocate(byteCount: capacity, alignment: 8)
        }

        deinit { bytes.deallocate() }
    }

    /// Makes an empty buffer.
    init(capacity: Int = 256) { storage = Storage(capacity: max(capacity, 16)) }

    /// The bytes in use; valid while the buffer is neither changed nor gone.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: storage.bytes, count: count) }

    /// Forgets the bytes but keeps the memory.
    mutating func removeAll() { count = 0 }

    /// Makes room for more bytes, in memory of this buffer's own.
    @inline(__always) private mutating func reserve(_ more: Int) {
        if count &+ more > storage.capacity || !isKnownUniquelyReferenced(&storage) { grow(more) }
    }

    private mutating func grow(_ more: Int) {
        let larger = Storage(capacity: max(storage.capacity * 2, count + more))
        larger.bytes.copyMemory(from: storage.bytes, byteCount: count)
        storage = larger
    }

    /// Appends a number, the highest byte first.
    @inline(__always) mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        let size = MemoryLayout<Number>.size
        reserve(size)
        storage.bytes.storeBytes(of: number.bigEndian, toByteOffset: count, as: Number.self)
        count &+= size
    }

    /// Appends bytes as they are.
    @inline(__always) mutating func append(_ other: UnsafeRawBufferPointer) {
        guard let start = other.baseAddress else { return }
        reserve(other.count)
        (storage.bytes + count).copyMemory(from: start, byteCount: other.count)
        count &+= other.count
    }

    /// Appends the bytes of another buffer.
    mutating func append(_ other: ByteBuffer) { append(other.bytes) }

    /// Appends a length and then the bytes of that length that a closure writes.
    @inline(__always) mutating func appendField(_ body: (inout ByteBuffer) throws -> Void) rethrows {
        let start = count
        append(Int32(0))
        try body(&self)
        let length = Int32(truncatingIfNeeded: count &- start &- 4)
        storage.bytes.storeBytes(of: length.bigEndian, toByteOffset: start, as: Int32.self)
    }

    /// Forgets everything from a position on.
    mutating func cut(to position: Int) { count = min(max(position, 0), count) }
}
