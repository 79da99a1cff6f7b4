internal import FoundationEssentials

/// Bytes in network order, in memory that is used again.
final class LoopBuffer {
    private var start: UnsafeMutableRawPointer
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 1 << 17) {
        self.capacity = capacity
        start = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit { start.deallocate() }

    var characters: UnsafePointer<CChar> { UnsafePointer(start.assumingMemoryBound(to: CChar.self)) }

    func removeAll() { count = 0 }

    @inline(__always) private func reserve(_ more: Int) {
        if count &+ more > capacity { grow(more) }
    }

    private func grow(_ more: Int) {
        capacity = max(capacity * 2, count + more)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        larger.copyMemory(from: start, byteCount: count)
        start.deallocate()
        start = larger
    }

    @inline(__always) func append<Number: FixedWidthInteger>(_ number: Number) {
        reserve(8)
        start.storeBytes(of: number.bigEndian, toByteOffset: count, as: Number.self)
        count &+= MemoryLayout<Number>.size
    }

    @inline(__always) func append(bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        (start + count).copyMemory(from: source, byteCount: bytes.count)
        count &+= bytes.count
    }
}

/// Values with their lengths, as rows of `COPY` and elements of arrays have them.
extension LoopBuffer {
    @inline(__always) func field(_ value: Int64) {
        append(Int32(8))
        append(value)
    }

    @inline(__always) func field(_ value: Double) {
        append(Int32(8))
        append(value.bitPattern)
    }

    @inline(__always) func field(_ value: Bool) {
        append(Int32(1))
        append(UInt8(value ? 1 : 0))
    }

    @inline(__always) func field(_ value: String) {
        var value = value
        value.withUTF8 { bytes in
            append(Int32(truncatingIfNeeded: bytes.count))
            append(bytes: UnsafeRawBufferPointer(bytes))
        }
    }

    @inline(__always) func field(_ value: UUID) {
        append(Int32(16))
        withUnsafeBytes(of: value.uuid) { append(bytes: $0) }
    }

    @inline(__always) func fieldOfNull() { append(Int32(-1)) }

    /// The head of an array of a number of elements, none of them null.
    func arrayHead(of type: UInt32, count: Int) {
        append(Int32(1))
        append(Int32(0))
        append(type)
        append(Int32(truncatingIfNeeded: count))
        append(Int32(1))
    }
}
