import FoundationEssentials

/// Names of properties in the compact format.
struct EntryNames {
    let names: [String]

    /// The number of the format, which `Docs/Design/sync-entries.md` specifies.
    private static let format: UInt8 = 1

    init(_ names: [String]) { self.names = names }

    /// Reads the compact format.
    ///
    /// - Throws: ``GranaryError/Code/newer`` for a later format; ``GranaryError/Code/corrupt``.
    init(reading data: Data) throws {
        var reader = EntryReader(data)
        try reader.requireFormat(Self.format)
        names = try (0..<(try reader.count())).map { _ in try reader.text() }
        try reader.requireEnd()
    }

    /// The compact format.
    var written: Data {
        var writer = EntryWriter()
        writer.byte(Self.format)
        writer.count(names.count)
        for name in names { writer.text(name) }
        return writer.data
    }
}
