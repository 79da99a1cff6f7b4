/// A structured (JSON) attribute in a query: conditions can only test it for `nil`, batches can set it.
public struct StructuredField<Root: Model, Value: Sendable>: Sendable {
    let path: [String]
    let name: String

    /// Whether the attribute is `nil`.
    public var isNil: TypedExpression<Root, Bool> {
        TypedExpression(.compare(.equal, .attribute(path: path, name: name), .literal(.null)))
    }
}

extension StructuredField where Value: Codable & Equatable {
    /// Sets the attribute to a value: `$0.address.set(to: Address(city: "Oslo"))`.
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
        guard path.isEmpty else {
            let wrong = GranaryError(
                .query, "A batch update sets attributes of \(entity) itself, not those of other objects.",
                context: .init(entity: entity))
            return Assignment(property: "", value: .constant(.null), problem: wrong)
        }
        do {
            return Assignment(property: name, value: .constant(try encode()), problem: nil)
        } catch {
            let wrong = GranaryError(
                .invalidValue, "“\(name)” cannot be set: encoding the value as JSON failed.",
                context: .init(entity: entity, properties: [name]), cause: error)
            return Assignment(property: name, value: .constant(.null), problem: wrong)
        }
    }
}
