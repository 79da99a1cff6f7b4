extension StructuredField where Root: Model, Value: Codable & Equatable {
    /// Sets the attribute to a value: `$0.address.set(to: Address(city: "Oslo"))`; so for a structured part of one.
    @_disfavoredOverload
    public func set(to value: Value) -> Assignment<Root> {
        assignment { try _StoredAttribute.value(value) }
    }

    /// Sets the optional attribute to a value, or to none.
    public func set<Wrapped: Codable & Sendable & Equatable>(to value: Wrapped?) -> Assignment<Root>
    where Value == Wrapped? {
        // As an optional, so that none is null and not JSON's `null`.
        assignment { try value.map { .text(try StructuredValue.encode($0)) } ?? .null }
    }

    private func assignment(_ encode: () throws -> GranaryStore.Value) -> Assignment<Root> {
        let entity = Root.modelDescription.name
        guard let (attribute, part) = tree.structurePart, case .attribute(let path, let name) = attribute,
            path.isEmpty
        else {
            let wrong = GranaryError(
                .query,
                "A batch update sets attributes of \(entity) itself, and parts of them; not those of other objects, nor elements of lists.",
                context: .init(entity: entity))
            return Assignment(property: "", value: .constant(.null), problem: wrong)
        }
        do {
            let constant = try encode()
            if part.isEmpty { return Assignment(property: name, value: .constant(constant), problem: nil) }
            let whole = ExpressionTree.function(
                .structure(.setting(part, .structure)), [attribute, .literal(constant)])
            return Assignment(property: name, value: .expression(whole), problem: nil)
        } catch {
            let place = ([name] + part).joined(separator: ".")
            let wrong = GranaryError(
                .invalidValue, "“\(place)” cannot be set: encoding the value as JSON failed.",
                context: .init(entity: entity, properties: [place]), cause: error)
            return Assignment(property: name, value: .constant(.null), problem: wrong)
        }
    }
}
