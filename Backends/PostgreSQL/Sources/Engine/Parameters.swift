internal import GranaryStore

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
