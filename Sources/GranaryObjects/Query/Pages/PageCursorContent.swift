/// The content of a cursor: version, binding, values and a checksum, as bytes in base64url.
struct PageCursorContent {
    let binding: PageBinding
    /// The values of the order's columns.
    let values: [Value]

    private static let version: UInt8 = 1
    private static let checksumLength = 8

    init(_ binding: PageBinding, _ values: [Value]) {
        self.binding = binding
        self.values = values
    }

    /// The cursor with this content.
    var cursor: PageCursor {
        var bytes = CursorBytes()
        bytes.append(Self.version)
        bytes.append(word: binding.query)
        bytes.append(word: binding.schema)
        for value in values { bytes.append(value) }
        bytes.append(word: ByteDigest.of(bytes.content))
        return PageCursor(text: Base64URL.text(of: bytes.content))
    }

    /// The content of a cursor.
    ///
    /// - Throws: ``GranaryError/Code/query`` for one that is altered, or that a newer version made.
    init(_ cursor: PageCursor, of entity: String) throws {
        guard let data = Base64URL.bytes(of: cursor.text), let version = data.first,
            data.count > Self.checksumLength
        else { throw Self.altered(entity) }
        let end = data.count - Self.checksumLength
        var checksum = CursorBytes(data, end..<data.count)
        guard checksum.nextWord() == ByteDigest.of(data[..<end]) else { throw Self.altered(entity) }
        guard version == Self.version else {
            throw GranaryError(
                .query,
                "The cursor is of version \(version), which this version of Granary does not know. Begin with the first page.",
                context: .init(entity: entity))
        }
        var bytes = CursorBytes(data, 1..<end)
        guard let query = bytes.nextWord(), let schema = bytes.nextWord() else { throw Self.altered(entity) }
        var values: [Value] = []
        while !bytes.isAtEnd {
            guard let value = bytes.nextValue() else { throw Self.altered(entity) }
            values.append(value)
        }
        self.init(PageBinding(query: query, schema: schema), values)
    }

    /// The error of a cursor with invalid content.
    static func altered(_ entity: String) -> GranaryError {
        GranaryError(
            .query,
            "The cursor was altered or cut, since its checksum does not fit. Pass the text of a page's cursor as it is.",
            context: .init(entity: entity))
    }
}
