#if HTTP
    import Granary

    /// The members of the rows of an endpoint, in the order of the model's properties.
    struct RowLayout: Sendable {
        /// A property and its member.
        struct Property: Sendable {
            let name: String
            /// The name of the member, or a path of names.
            let member: String
            /// The kind of value; of a relationship, that of a key with one part.
            let type: AttributeType
            /// The parts of the key of the other model; `nil` for an attribute.
            let target: [Property]?
        }

        let model: String
        let properties: [Property]
        /// The parts of the key.
        let key: [Property]
        /// The positions of the properties whose members lie in the row itself.
        let positions: [String: Int]
        /// The positions of those that lie deeper.
        let deeper: [Int]

        /// Makes the layout of an endpoint, given the other endpoints of its source.
        ///
        /// - Throws: ``GranaryError/Code/configuration`` for names that are no properties.
        init(_ endpoint: HTTPEndpoint, among others: [HTTPEndpoint]) throws {
            let description = endpoint.layout()
            model = description.name
            let relationships = description.relationships.filter { !$0.isToMany }
            let names = description.attributes.map(\.name) + relationships.map(\.name)
            for name in Array(endpoint.renames.keys) + Array(endpoint.excluded)
                + Array(endpoint.defaults.keys)
            where !names.contains(name) {
                let hint = NearestMatch.of(name, in: names).map { " Did you mean “\($0)”?" } ?? ""
                throw GranaryError(
                    .configuration,
                    "The endpoint of \(description.name) names “\(ShownText.clean(name))”, which is no property to read.\(hint)",
                    context: .init(entity: description.name))
            }
            var properties: [Property] = []
            for attribute in description.attributes where !endpoint.excluded.contains(attribute.name) {
                properties.append(Self.property(attribute, of: endpoint))
            }
            for relationship in relationships where !endpoint.excluded.contains(relationship.name) {
                let other = others.first { $0.model == relationship.destinationName }
                let target = other?.layout() ?? relationship.destination?().modelDescription
                let parts = target.map { Self.key(of: $0, other) } ?? []
                properties.append(
                    Property(
                        name: relationship.name, member: endpoint.member(relationship.name),
                        type: parts.first?.type ?? .text, target: parts))
            }
            self.properties = properties
            key = Self.key(of: description, endpoint)
            deeper = properties.indices.filter { properties[$0].member.holds(".") }
            positions = Dictionary(
                properties.enumerated().filter { !$1.member.holds(".") }.map { ($1.member, $0) },
                uniquingKeysWith: { first, _ in first })
        }

        /// A property that is read and sent.
        subscript(name: String) -> Property? {
            properties.first { $0.name == name } ?? key.first { $0.name == name }
        }

        private static func key(of model: ModelDescription, _ endpoint: HTTPEndpoint?) -> [Property] {
            model.key.compactMap { name in
                model.attributes.first { $0.name == name }.map { property($0, of: endpoint) }
            }
        }

        private static func property(_ attribute: AttributeDescription, of endpoint: HTTPEndpoint?)
            -> Property
        {
            Property(
                name: attribute.name, member: endpoint?.member(attribute.name) ?? attribute.name,
                type: attribute.type, target: nil)
        }
    }

    extension HTTPEndpoint {
        /// The name of the member of a property.
        func member(_ property: String) -> String { renames[property] ?? naming.member(property) }
    }
#endif
