#if HTTP
    import Granary

    /// An endpoint with what its answers are read with, and what its requests are written with.
    struct Route: Sendable {
        let endpoint: HTTPEndpoint
        let layout: RowLayout
        let reader: RowReader
        let writer: RowWriter

        /// - Throws: ``GranaryError/Code/configuration`` for names that are no properties.
        init(_ endpoint: HTTPEndpoint, among others: [HTTPEndpoint]) throws {
            self.endpoint = endpoint
            layout = try RowLayout(endpoint, among: others)
            reader = RowReader(endpoint: endpoint, layout: layout)
            writer = RowWriter(endpoint: endpoint, layout: layout)
        }

        /// The path of an object; `nil` where its key, or the values given, do not have what the path names.
        func path(of key: ObjectKey, _ values: [String: Value] = [:], in template: String) throws -> String? {
            let texts = try writer.text(key)
            return try Place.filled(template) { name in
                if name == "key" { return texts.joined(separator: ",") }
                if let part = layout.key.firstIndex(where: { $0.name == name }), part < texts.count {
                    return texts[part]
                }
                guard let value = values[name], !value.isNull else { return nil }
                return try writer.text(value, layout[name] ?? .text(name))
            }
        }
    }
#endif
