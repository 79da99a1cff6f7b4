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

        /// Checks that every write of an object can tell its path.
        ///
        /// - Throws: ``GranaryError/Code/configuration`` for a path that names properties outside of the key: an update has
        ///   only what has changed.
        func requirePathOfWrites() throws {
            let outside = Place.names(in: endpoint.object).first { name in
                name != "key" && !layout.key.contains { $0.name == name }
            }
            guard let outside else { return }
            throw GranaryError(
                .configuration,
                "The path of an object of \(layout.model) names “\(ShownText.clean(outside))”, which is not in its key, and an update does not have it. Set `object` of the endpoint to a path with `{key}` alone, or `isForReading`.",
                context: .init(entity: layout.model))
        }

        /// The path of an object; `nil` where its key, or the values given, do not have what the path names.
        func path(of key: ObjectKey, _ values: [String: Value] = [:], in template: String) throws -> String? {
            let texts = try writer.text(key)
            return try Place.filled(template) { name in
                if name == "key" { return texts }
                if let part = layout.key.firstIndex(where: { $0.name == name }), part < texts.count {
                    return [texts[part]]
                }
                guard let value = values[name], !value.isNull else { return nil }
                return [try writer.text(value, layout[name] ?? .text(name))]
            }
        }
    }
#endif
