/// Makes the members of the generated `Fields`, with an overload for each kind of attribute.
public enum _Field {
    /// An attribute.
    public static func attribute<Root: Model, T: AttributeValue>(
        _ name: String, of root: Root.Type, as type: T.Type
    ) -> TypedExpression<Root, T> {
        TypedExpression(.attribute(path: [], name: name), coding: .attribute)
    }

    /// An enumeration by its raw value.
    public static func attribute<Root: Model, T: RawRepresentable & Sendable>(
        _ name: String, of root: Root.Type, as type: T.Type
    ) -> TypedExpression<Root, T> where T.RawValue: AttributeValue {
        TypedExpression(.attribute(path: [], name: name), coding: .rawValue(of: T.self))
    }

    /// An optional enumeration by its raw value.
    public static func attribute<Root: Model, T: RawRepresentable & Sendable>(
        _ name: String, of root: Root.Type, as type: T?.Type
    ) -> TypedExpression<Root, T?> where T.RawValue: AttributeValue {
        TypedExpression(.attribute(path: [], name: name), coding: ValueCoding.rawValue(of: T.self).optional)
    }

    /// A structured attribute.
    @_disfavoredOverload
    public static func attribute<Root: Model, T: Codable & Sendable & Equatable>(
        _ name: String, of root: Root.Type, as type: T.Type
    ) -> StructuredField<Root, T> {
        StructuredField(.attribute(path: [], name: name))
    }

    /// A relationship to one.
    public static func toOne<Root: Model, Target: Model>(
        _ name: String, of root: Root.Type, to target: Target.Type
    ) -> ToOneField<Root, Target> {
        ToOneField(path: [name])
    }

    /// A relationship to many.
    public static func toMany<Root: Model, Target: Model>(
        _ name: String, of root: Root.Type, to target: Target.Type
    ) -> ToManyField<Root, Target> {
        ToManyField(path: [], relationship: name)
    }
}

extension ValueCoding where Wrapped: RawRepresentable, Wrapped.RawValue: AttributeValue {
    /// The coding of an enumeration by its raw value.
    static func rawValue(of type: Wrapped.Type) -> ValueCoding {
        ValueCoding(
            encode: { try $0.rawValue._storedValue() },
            compare: { try $0.rawValue._comparedValue() },
            decode: { stored in
                guard let value = Wrapped(rawValue: try Wrapped.RawValue(_storedValue: stored)) else {
                    throw GranaryError(
                        .malformed,
                        "A stored value is not a case of \(Wrapped.self); correct the row, or add the case.")
                }
                return value
            },
            kind: Wrapped.RawValue.attributeType,
            read: { try Row($0, of: $1).decode(Wrapped.self, at: $2) })
    }
}
