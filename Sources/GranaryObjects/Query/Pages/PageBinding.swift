internal import FoundationEssentials

/// The query and schema that a cursor is bound to.
struct PageBinding: Equatable {
    /// A digest of the model, condition and order of the query.
    let query: UInt64
    /// A digest of the schema.
    let schema: UInt64

    /// Digests a query of a schema.
    init<M: Model>(_ query: Query<M>, in schema: Schema) {
        var shape = M.modelDescription.name
        for term in query.sort {
            shape += term.isDescending ? "\n-" : "\n+"
            shape += Self.text(of: term.expression)
        }
        if let predicate = query.predicate { shape += "\n?" + Self.text(of: predicate) }
        self.init(
            query: ByteDigest.of(Array(shape.utf8)), schema: ByteDigest.of(Array(schema.fingerprint.utf8)))
    }

    init(query: UInt64, schema: UInt64) {
        self.query = query
        self.schema = schema
    }

    /// The expression as text, the same in every process.
    private static func text(of tree: ExpressionTree) -> String {
        // An attribute is by far the most frequent term, and JSON costs as much as reading ten rows.
        if case .attribute(let path, let name) = tree {
            return "\(path.count) \((path + [name]).joined(separator: " "))"
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(tree)).map { String(decoding: $0, as: UTF8.self) } ?? "\(tree)"
    }
}
