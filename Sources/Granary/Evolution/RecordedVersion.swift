internal import FoundationEssentials

/// A version of a schema as its file holds it, with a digest of everything in the file.
struct RecordedVersion: Codable {
    let version: SchemaHistory.Version
    /// The digest of the file without itself; `nil` in a file of a version of Granary that wrote none.
    private let digest: String?

    private enum CodingKeys: String, CodingKey { case digest }

    init(_ version: SchemaHistory.Version) throws {
        self.version = version
        digest = Self.digest(of: try Self.encoded(version))
    }

    init(from decoder: any Decoder) throws {
        version = try SchemaHistory.Version(from: decoder)
        digest = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .digest)
    }

    func encode(to encoder: any Encoder) throws {
        try version.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(digest, forKey: .digest)
    }

    /// The content of the file.
    func json() throws -> Data { try Self.encoded(self) + Data("\n".utf8) }

    /// Whether a file with the version is as it was written, apart from line ends and indents.
    func isWhole(in file: Data) -> Bool {
        let schema = version.schema
        guard [schema.fingerprint, schema.fingerprintWithoutNames].contains(version.fingerprint) else {
            return false
        }
        return digest.map { Self.digest(of: file, besides: $0) == $0 } ?? true
    }

    private static func encoded(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }

    /// The digest of a file's text, not of the schema in it: a later version of Granary may record more of that.
    private static func digest(of file: Data, besides own: String? = nil) -> String {
        let text = String(decoding: file.filter { !" \t\r\n".utf8.contains($0) }, as: UTF8.self)
        let around = own.flatMap { text.halves(atFirst: "\"digest\":\"\($0)\",") }
        return SchemaFingerprint.digest(around.map { $0.before + $0.after } ?? text)
    }
}
