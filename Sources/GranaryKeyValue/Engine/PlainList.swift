/// A growable list of values without references, in manually managed memory.
///
/// For data that a save reads for every row: there is no check for exclusive access and none of the index, which must
/// be valid. Used by one thread at a time.
final class PlainList<Element: BitwiseCopyable> {
    private var start: UnsafeMutablePointer<Element>
    private var capacity: Int
    /// The number of values.
    private(set) var count = 0

    init(capacity: Int = 16) {
        self.capacity = max(capacity, 1)
        start = .allocate(capacity: self.capacity)
    }

    deinit { start.deallocate() }

    @inline(__always) var isEmpty: Bool { count == 0 }

    @inline(__always) subscript(index: Int) -> Element {
        get { start[index] }
        set { start[index] = newValue }
    }

    /// The values, valid until one is appended.
    @inline(__always) var elements: UnsafeMutableBufferPointer<Element> {
        UnsafeMutableBufferPointer(start: start, count: count)
    }

    @inline(__always) func append(_ element: Element) {
        if count == capacity { grow(to: capacity * 2) }
        (start + count).initialize(to: element)
        count &+= 1
    }

    /// Reserves room for more values.
    func reserve(_ more: Int) {
        if capacity - count < more { grow(to: count + more) }
    }

    /// Replaces all values with copies of one value.
    func fill(_ element: Element, count: Int) {
        if capacity < count { grow(to: count) }
        start.initialize(repeating: element, count: count)
        self.count = count
    }

    /// Removes all values; the memory is kept.
    func removeAll() { count = 0 }

    private func grow(to larger: Int) {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        memory.initialize(from: start, count: count)
        start.deallocate()
        (start, capacity) = (memory, larger)
    }
}
