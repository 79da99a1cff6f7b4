internal import FoundationEssentials

extension StoredSchema {
    /// The schema as JSON with sorted names: equal schemas give equal texts.
    ///
    /// - Throws: ``GranaryError/Code/engine`` if it cannot be encoded, which no schema causes.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        } catch {
            throw GranaryError(.engine, "The schema of a store cannot be written as JSON.", cause: error)
        }
    }

    /// Decodes JSON.
    ///
    /// - Throws: ``GranaryError/Code/corrupt`` if it is not a schema.
    package init(json: String) throws {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
        } catch {
            throw GranaryError(
                .corrupt,
                "What the store says about its models is damaged; it was left as it is. Restore it from a backup.",
                cause: error)
        }
    }
}
