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
            try Self.throwWithLine(json, path: path)
            throw Self.unreadable(
                path, nil, "The JSON cannot be read; check quotes, colons and the last commas.")
        }
        try self.init(yaml: json, path: path)
    }

    private static func throwWithLine(_ json: String, path: String) throws {
        do {
            _ = try ConfigurationNode(yaml: json, path: path)
        } catch let error as GranaryError {
            var error = error
            error.message = error.message.replacing(
                "The YAML cannot be read", with: "The JSON cannot be read")
            throw error
        }
    }
}

/// Accepts every JSON value; the decoder checks the syntax.
private struct AnyJSON: Decodable {
    init(from decoder: any Decoder) {}
}
