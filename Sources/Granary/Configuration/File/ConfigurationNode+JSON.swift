import FoundationEssentials

extension ConfigurationNode {
    /// Reads JSON, which the YAML parser turns into a tree with lines once it is known to be JSON.
    ///
    /// A text without content gives `nil`.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` with the line where the YAML parser sees one, but
    ///   without any of the text.
    init?(json: String, path: String) throws {
        guard json.contains(where: { !$0.isWhitespace }) else { return nil }
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
            error.message = error.message.replacing(
                "The YAML cannot be read", with: "The JSON cannot be read")
            throw error
        }
    }

    /// The same JSON with each pair of escaped surrogates (`\ud83d\ude00`) as the character it stands for,
    /// since YAML knows no such pairs.
    private static func withoutSurrogates(_ json: String) -> String {
        var result = ""
        var rest = json[...]
        while let backslash = rest.firstIndex(of: "\\") {
            result += rest[..<backslash]
            rest = rest[backslash...]
            if let high = surrogate(rest), let low = surrogate(rest.dropFirst(6)), high < 0xdc00,
                low >= 0xdc00,
                let scalar = Unicode.Scalar(0x10000 + (high - 0xd800) << 10 + (low - 0xdc00))
            {
                result.unicodeScalars.append(scalar)
                rest = rest.dropFirst(12)
            } else {
                // A backslash and what it escapes, which may be a backslash too.
                result += rest.prefix(2)
                rest = rest.dropFirst(2)
            }
        }
        return result + rest
    }

    /// The surrogate that a text begins with in escaped form.
    private static func surrogate(_ text: Substring) -> UInt32? {
        guard text.hasPrefix("\\u"), let unit = UInt32(text.dropFirst(2).prefix(4), radix: 16) else {
            return nil
        }
        return 0xd800..<0xe000 ~= unit ? unit : nil
    }
}

/// Accepts every JSON value; the decoder checks the syntax.
private struct AnyJSON: Decodable {
    init(from decoder: any Decoder) {}
}
