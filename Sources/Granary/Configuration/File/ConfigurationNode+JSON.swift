import FoundationEssentials

extension ConfigurationNode {
    /// Reads JSON: after a check of the syntax, the YAML parser makes a tree with lines from it.
    ///
    /// A text without content gives `nil`.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` with the line where the YAML parser sees one, but
    ///   without any of the text.
    init?(json: String, path: String) throws {
        guard json.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else { return nil }
        do {
            _ = try JSONDecoder().decode(AnyJSON.self, from: Data(json.utf8))
        } catch {
            _ = try Self.tree(of: json, path: path)
            throw Self.unreadable(
                path, nil, "The JSON cannot be read; check quotes, colons and the last commas.")
        }
        guard let tree = try Self.tree(of: json, path: path) else { return nil }
        self = tree
    }

    private static func tree(of json: String, path: String) throws -> ConfigurationNode? {
        do {
            return try ConfigurationNode(yaml: withoutSurrogates(json), path: path)
        } catch let error as GranaryError {
            var error = error
            if let (place, rest) = error.message.halves(atFirst: "The YAML cannot be read") {
                error.message = "\(place)The JSON cannot be read\(rest)"
            }
            throw error
        }
    }

    /// The same JSON with each pair of escaped surrogates (`\ud83d\ude00`) replaced by its character, since YAML has no
    /// such pairs.
    private static func withoutSurrogates(_ json: String) -> String {
        let bytes = Array(json.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            if let high = surrogate(bytes, at: position), let low = surrogate(bytes, at: position + 6),
                high < 0xdc00, low >= 0xdc00,
                let scalar = Unicode.Scalar(0x10000 + (high - 0xd800) << 10 + (low - 0xdc00))
            {
                result += String(scalar).utf8
                position += 12
            } else {
                // A backslash and the character it escapes, which may be a backslash too.
                let end = min(position + (bytes[position] == backslash ? 2 : 1), bytes.count)
                result += bytes[position..<end]
                position = end
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let backslash = UInt8(ascii: "\\")

    /// The escaped surrogate at a position.
    private static func surrogate(_ bytes: [UInt8], at position: Int) -> UInt32? {
        guard position + 6 <= bytes.count, bytes[position] == backslash,
            bytes[position + 1] == UInt8(ascii: "u"),
            let unit = UInt32(
                String(decoding: bytes[(position + 2)..<(position + 6)], as: UTF8.self), radix: 16)
        else { return nil }
        return 0xd800..<0xe000 ~= unit ? unit : nil
    }
}

/// Accepts every JSON value; the decoder checks the syntax.
private struct AnyJSON: Decodable {
    init(from decoder: any Decoder) {}
}
