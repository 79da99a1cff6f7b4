/// Reads comma-separated values (RFC 4180) record by record; the first record names the columns.
///
/// Fields are read in place, and become Swift values on request.
package struct CSVReader {
    /// The path of the file, for messages.
    let path: String
    /// The line on which the current record begins, counted from 1.
    package private(set) var line = 0
    private let bytes: [UInt8]
    private let names: [String]
    private var fields: [Field] = []
    private var position = 0
    private var nextLine = 1

    /// Where a field is; without its quotation marks.
    private struct Field {
        var range: Range<Int>
        /// Whether it holds doubled quotation marks that stand for one.
        var isEscaped = false
    }

    /// Makes a reader that stands before the first record.
    ///
    /// - Throws: ``DataError`` when there is no header.
    package init(_ bytes: [UInt8], path: String) throws {
        self.bytes = bytes
        self.path = path
        let names: [String]
        var header = Self(bytes: bytes, path: path)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { header.position = 3 }
        guard try header.read() else {
            throw DataError(path, "The file is empty; its first line must name the columns.")
        }
        names = try header.fields.indices.map { try header.text($0) }
        self.names = names
        position = header.position
        nextLine = header.nextLine
    }

    private init(bytes: [UInt8], path: String) {
        self.bytes = bytes
        self.path = path
        names = []
    }

    /// The position of a column.
    ///
    /// - Throws: ``DataError`` when the file has none of that name.
    package func column(_ name: String) throws -> Int {
        guard let index = names.firstIndex(of: name) else {
            throw DataError(
                path, line: 1, "There is no column “\(name)”; there are: \(names.joined(separator: ", ")).")
        }
        return index
    }

    /// How many records there are after the header, counted by lines; exact where no field spans lines.
    package var recordEstimate: Int {
        var count = bytes.last.map { $0 == newline ? 0 : 1 } ?? 0
        for byte in bytes where byte == newline { count &+= 1 }
        return max(0, count - 1)
    }

    /// Goes to the next record; false when there is none.
    ///
    /// - Throws: ``DataError`` when its fields are not as many as there are columns, or a quotation mark is out of
    ///   place.
    package mutating func advance() throws -> Bool {
        guard try read() else { return false }
        guard fields.count == names.count else {
            throw problem("There are \(fields.count) fields where \(names.count) columns are named.")
        }
        return true
    }

    /// The bytes of a field of the current record, as they stand.
    func slice(_ column: Int) throws -> ArraySlice<UInt8> {
        guard fields.indices.contains(column) else { throw problem("There is no field \(column + 1).") }
        return bytes[fields[column].range]
    }

    /// The text of a field of the current record.
    ///
    /// - Throws: ``DataError`` when it is not UTF-8.
    package func text(_ column: Int) throws -> String {
        let slice = try slice(column)
        let bytes = fields[column].isEscaped ? Self.unescaped(slice) : slice
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw problem("\(name(column)) is not UTF-8 text.")
        }
        return text
    }

    /// Bytes with one quote for each two.
    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var isFirst = false
        let kept = bytes.filter { byte in
            isFirst = byte == UInt8(ascii: "\"") && !isFirst
            return byte != UInt8(ascii: "\"") || isFirst
        }
        return kept[...]
    }

    /// The name of a column, quoted, for messages.
    func name(_ column: Int) -> String { names.indices.contains(column) ? "“\(names[column])”" : "A field" }

    /// An error about the current record.
    func problem(_ what: String) -> DataError { DataError(path, line: line, what) }
}

private let newline = UInt8(ascii: "\n")
private let quote = UInt8(ascii: "\"")
private let comma = UInt8(ascii: ",")

extension CSVReader {
    /// Reads the fields of the next record that is not an empty line.
    private mutating func read() throws -> Bool {
        fields.removeAll(keepingCapacity: true)
        while position < bytes.count, bytes[position] == newline || isReturn(position) {
            if bytes[position] == newline { nextLine += 1 }
            position += 1
        }
        line = nextLine
        guard position < bytes.count else { return false }
        while try readField() {}
        return true
    }

    /// Reads a field and its end; true when another one follows in the record.
    private mutating func readField() throws -> Bool {
        var field: Field
        if position < bytes.count, bytes[position] == quote {
            field = try readQuoted()
        } else {
            var end = position
            while end < bytes.count, bytes[end] != comma, bytes[end] != newline { end &+= 1 }
            field = Field(range: position..<end)
            position = end
            if end > field.range.lowerBound, isReturn(end &- 1) {
                field.range = field.range.lowerBound..<(end - 1)
            }
        }
        fields.append(field)
        if isReturn(position) { position += 1 }
        guard position < bytes.count else { return false }
        let end = bytes[position]
        guard end == comma || end == newline else { throw problem("Text follows a closing quotation mark.") }
        position += 1
        if end == newline { nextLine += 1 }
        return end == comma
    }

    private mutating func readQuoted() throws -> Field {
        let start = position + 1
        var end = start
        var isEscaped = false
        while true {
            while end < bytes.count, bytes[end] != quote {
                if bytes[end] == newline { nextLine += 1 }
                end += 1
            }
            guard end < bytes.count else { throw problem("A quotation mark is opened and never closed.") }
            guard end + 1 < bytes.count, bytes[end + 1] == quote else { break }
            isEscaped = true
            end += 2
        }
        position = end + 1
        return Field(range: start..<end, isEscaped: isEscaped)
    }

    /// Whether a carriage return stands here that belongs to the end of a line.
    private func isReturn(_ position: Int) -> Bool {
        position < bytes.count && bytes[position] == UInt8(ascii: "\r")
            && (position + 1 == bytes.count || bytes[position + 1] == newline)
    }
}
