/// Memory for the bytes of one row, used again for the next.
///
/// Copied bytes stay where they are until ``reset()``: when a row needs more, further blocks are added, and the next
/// row finds one block that is large enough for the largest so far.
struct ByteArena: ~Copyable {
    private var block: UnsafeMutableRawPointer
    private var capacity: Int
    private var used = 0
    private var overflow: [UnsafeMutableRawPointer] = []
    private var wanted = 0

    /// The largest block that is kept between saves.
    private static let largestKept = 1 << 20
    private static let initialCapacity = 4_096

    /// Makes an arena.
    init() {
        capacity = Self.initialCapacity
        block = .allocate(byteCount: capacity, alignment: 8)
    }

    deinit {
        block.deallocate()
        for extra in overflow { extra.deallocate() }
    }

    /// Copies bytes; the address is never null, also for no bytes.
    @inline(__always) mutating func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer {
        guard bytes.count <= capacity &- used else { return copyElsewhere(bytes) }
        let target = block + used
        if let base = bytes.baseAddress { target.copyMemory(from: base, byteCount: bytes.count) }
        used &+= bytes.count
        return UnsafeRawPointer(target)
    }

    /// Makes all memory free for the next row.
    @inline(__always) mutating func reset() {
        used = 0
        if !overflow.isEmpty { grow() }
    }

    /// Frees the memory that a very large row has needed.
    mutating func release() {
        reset()
        guard capacity > Self.largestKept else { return }
        replaceBlock(capacity: Self.initialCapacity)
    }

    private mutating func copyElsewhere(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer {
        let extra = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 8)
        if let base = bytes.baseAddress { extra.copyMemory(from: base, byteCount: bytes.count) }
        overflow.append(extra)
        wanted += bytes.count
        return UnsafeRawPointer(extra)
    }

    private mutating func grow() {
        for extra in overflow { extra.deallocate() }
        overflow.removeAll()
        replaceBlock(capacity: (capacity + wanted) * 2)
        wanted = 0
    }

    private mutating func replaceBlock(capacity new: Int) {
        block.deallocate()
        block = .allocate(byteCount: new, alignment: 8)
        capacity = new
    }
}
