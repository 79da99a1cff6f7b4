internal import GranaryStore

/// One column of several rows, which is sent as an array.
struct ArrayColumn {
    private let type: AttributeType
    private var elements = ByteBuffer()
    private var count = 0
    private var hasNull = false

    /// Makes an empty column.
    init(_ type: AttributeType) { self.type = type }

    /// How many bytes the values have.
    var size: Int { elements.count }

    /// Forgets the values but keeps the memory.
    mutating func removeAll() {
        elements.removeAll()
        (count, hasNull) = (0, false)
    }

    /// Appends no value.
    mutating func appendNull() {
        elements.append(Int32(-1))
        hasNull = true
        count += 1
    }

    /// Appends a value; null too.
    mutating func append(_ value: Value) throws {
        if value.isNull { return appendNull() }
        try append { try $0.append(value) }
    }

    /// Appends an element that a closure writes.
    @inline(__always) mutating func append(_ body: (inout ByteBuffer) throws -> Void) rethrows {
        try elements.appendField(body)
        count += 1
    }

    /// Writes the array: one dimension that begins at 1.
    func write(to buffer: inout ByteBuffer) {
        buffer.append(Int32(count == 0 ? 0 : 1))
        buffer.append(Int32(hasNull ? 1 : 0))
        buffer.append(Int32(bitPattern: ColumnForm(type).identifier))
        guard count > 0 else { return }
        buffer.append(Int32(truncatingIfNeeded: count))
        buffer.append(Int32(1))
        buffer.append(elements)
    }
}
