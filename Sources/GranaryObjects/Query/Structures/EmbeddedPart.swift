/// Makes the members of the generated `Fields` of an embedded structure, with an overload for each kind of part.
public enum _EmbeddedPart {
    /// A part with a column type of its own.
    public static func part<Owner: Embedded, T: AttributeValue>(
        _ name: String, of owner: Owner.Type, as type: T.Type
    ) -> TypedExpression<Owner, T> {
        TypedExpression(tree(name, ExpressionTree.StructuredForm(of: type)), coding: .attribute)
    }

    /// An enumeration by its raw value.
    public static func part<Owner: Embedded, T: RawRepresentable & Sendable>(
        _ name: String, of owner: Owner.Type, as type: T.Type
    ) -> TypedExpression<Owner, T> where T.RawValue: AttributeValue {
        TypedExpression(
            tree(name, ExpressionTree.StructuredForm(of: T.RawValue.self)), coding: .rawValue(of: T.self))
    }

    /// An optional enumeration by its raw value.
    public static func part<Owner: Embedded, T: RawRepresentable & Sendable>(
        _ name: String, of owner: Owner.Type, as type: T?.Type
    ) -> TypedExpression<Owner, T?> where T.RawValue: AttributeValue {
        TypedExpression(
            tree(name, ExpressionTree.StructuredForm(of: T.RawValue.self)),
            coding: ValueCoding.rawValue(of: T.self).optional)
    }

    /// A structured part.
    @_disfavoredOverload
    public static func part<Owner: Embedded, T: Codable & Sendable & Equatable>(
        _ name: String, of owner: Owner.Type, as type: T.Type
    ) -> StructuredField<Owner, T> {
        StructuredField(tree(name, .structure))
    }

    private static func tree(_ name: String, _ form: ExpressionTree.StructuredForm) -> ExpressionTree {
        .part([name], form, of: .function(.structure(.itself), []))
    }
}

extension ExpressionTree.StructuredForm {
    /// How values of a type are written in a structure.
    init<T: AttributeValue>(of type: T.Type) {
        self =
            switch T.attributeType {
            case .bool: .bool
            case .integer: .integer
            case .real: type is Float.Type || type is Float?.Type ? .float : .real
            case .text: .text
            case .data: .data
            case .date: .date
            case .uuid: .uuid
            case .decimal: .decimal
            case .json: .structure
            }
    }
}
