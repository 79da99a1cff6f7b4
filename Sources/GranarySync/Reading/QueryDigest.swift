import FoundationEssentials
import Granary

/// The digests by which a store knows what a server has served of a query.
struct QueryDigest {
    /// The digest of the query as it is.
    let own: String
    /// The digests of the answers that are enough for the query: its own, and that of the same condition without a
    /// limit.
    let sufficient: [String]

    /// Digests a request; an answer that was stored by another version of the models is not enough.
    init(_ request: RemoteRequest, _ entity: Entity, in schema: Schema) {
        var text = entity.name + "\n" + schema.fingerprint(of: [entity.configuration]) + "\n"
        if let name = request.name {
            text += "named " + Self.text(of: name, request.parameters)
            own = SchemaFingerprint.digest(text)
            sufficient = [own]
            return
        }
        text += request.predicate.map(Self.text) ?? "all"
        let whole = SchemaFingerprint.digest(text)
        if request.limit == nil, request.offset == 0 {
            // All rows are there in any order.
            own = whole
            sufficient = [whole]
            return
        }
        for term in request.sort {
            text += "\n\(term.isDescending ? "-" : "+")\(Self.text(of: term.expression))"
        }
        text += "\n\(request.offset) \(request.limit.map(String.init) ?? "all")"
        own = SchemaFingerprint.digest(text)
        sufficient = [own, whole]
    }

    /// An expression as text, the same in every process.
    private static func text(of tree: ExpressionTree) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(tree)).map { String(decoding: $0, as: UTF8.self) } ?? "\(tree)"
    }

    /// A name and its parameters as text, the same in every process.
    private static func text(of name: String, _ parameters: [String: Value]) -> String {
        var writer = EntryWriter()
        writer.text(name)
        for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
            writer.text(name)
            writer.values([value])
        }
        return writer.data.base64EncodedString()
    }
}
