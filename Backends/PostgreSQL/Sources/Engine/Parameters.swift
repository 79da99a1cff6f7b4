internal import FoundationEssentials
internal import Granary

/// The parameters of one statement in PostgreSQL's binary form.
struct Parameters {
    /// Where each parameter's bytes are; a negative length is null.
    private(set) var places: [(start: Int, length: Int)] = []
    /// The bytes of all parameters.
    private(set) var bytes = ByteBuffer()

    /// Makes an empty list.
    init() {}

    /// Makes a list of single values.
    init(_ values: [Value]) throws {
        for value in values { try append(value) }
    }

    /// Appends one value.
    mutating func append(_ value: Value) throws {
        let start = bytes.count
        if value.isNull { return places.append((start, -1)) }
        try bytes.append(value)
        places.append((start, bytes.count - start))
    }

    /// Appends an array of values of one kind, none of them null.
    mutating func append(_ values: [Value], of type: AttributeType) throws {
        var column = ArrayColumn(type)
        for value in values { try column.append(value) }
        append(column)
    }

    /// Appends a column of values as an array.
    mutating func append(_ column: ArrayColumn) {
        let start = bytes.count
        column.write(to: &bytes)
        places.append((start, bytes.count - start))
    }
}

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
