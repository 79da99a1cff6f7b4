internal import FoundationEssentials

extension StoredSchema {
    /// The schema as JSON, with its names in alphabetical order: the same text for the same schema.
    ///
    /// - Throws: ``GranaryError/Code/engine`` when it cannot be written, which no schema causes.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        } catch {
            throw GranaryError(.engine, "The schema of a store cannot be written as JSON.", cause: error)
        }
    }

    /// Reads JSON.
    ///
    /// - Throws: ``GranaryError/Code/corrupt`` for anything that is no schema.
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
