extension ToOneField {
    /// The identity of the destination, as a column or in a condition; `nil` without one, and where the object is gone.
    ///
    /// An object whose key has several parts has no such column: select the parts, or compare the relationship itself.
    public var objectID: TypedExpression<Root, ObjectID<Target>?> {
        ObjectID<Target>.expression { .leaf($0.prefixed(by: path)) }
    }
}

extension FirstMember {
    /// The identity of the object, as a column or in a condition; `nil` without one.
    ///
    /// An object whose key has several parts has no such column: select the parts, or compare the object itself.
    public var objectID: TypedExpression<Root, ObjectID<Target>?> {
        ObjectID<Target>.expression(problem: problem) { value(.leaf($0.prefixed(by: way))) }
    }
}

extension ObjectID {
    /// The identity of an object from its key attribute, which a closure makes part of an expression.
    fileprivate static func expression<Root: Model>(
        problem: GranaryError? = nil, _ place: (ExpressionTree) -> MeasuredTree
    ) -> TypedExpression<Root, ObjectID?> {
        let description = M.modelDescription
        let isSingle = description.key.count == 1
        let refusal = GranaryError(
            .query,
            "The key of \(description.name) has several parts, which one column cannot hold; select its parts, or compare the relationship with an identity.",
            context: .init(entity: description.name, properties: description.key))
        let key = ExpressionTree.attribute(path: [], name: description.key.first ?? "")
        return TypedExpression(
            isSingle ? place(key) : .leaf(.literal(.null)), coding: coding.optional,
            problem: problem ?? (isSingle ? nil : refusal))
    }

    /// An identity by the value of its key, which has one part.
    private static var coding: ValueCoding<ObjectID> {
        let encode: @Sendable (ObjectID) throws -> Value = { $0.key.objectKey.values.first ?? .null }
        return ValueCoding(encode: encode, compare: encode) { stored in
            if let key = ObjectKey([stored]).flatMap(M.Key.init(objectKey:)) { return ObjectID(key) }
            throw GranaryError(
                .malformed, "A stored value is no key of \(M.modelDescription.name); correct the row.",
                context: .init(entity: M.modelDescription.name))
        }
    }
}
