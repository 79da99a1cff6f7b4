/// Comparisons of a relationship with what is no object; the compiler says what to write.
extension ToOneField {
    /// Refuses a key in place of an object.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message:
            "Compare with an object, or with an identity: '$0.director == ObjectID(key)'. Its key is an attribute as others are: '$0.director.id == key'."
    )
    @_disfavoredOverload
    public static func == <Key: AttributeValue>(field: Self, key: Key) -> Condition<Root> { field == nil }
    /// Refuses a key in place of an object.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message:
            "Compare with an object, or with an identity: '$0.director == ObjectID(key)'. Its key is an attribute as others are: '$0.director.id == key'."
    )
    @_disfavoredOverload
    public static func != <Key: AttributeValue>(field: Self, key: Key) -> Condition<Root> { field == nil }
    /// Refuses a value in place of an object.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message:
            "A relationship is no value. Compare an attribute of its object: '$0.director.name == $0.author'."
    )
    @_disfavoredOverload
    public static func == <Value>(field: Self, value: TypedExpression<Root, Value>) -> Condition<Root> {
        field == nil
    }
    /// Refuses a value in place of an object.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message:
            "A relationship is no value. Compare an attribute of its object: '$0.director.name == $0.author'."
    )
    @_disfavoredOverload
    public static func != <Value>(field: Self, value: TypedExpression<Root, Value>) -> Condition<Root> {
        field == nil
    }
    /// Refuses another relationship.
    @_documentation(visibility: private)
    @available(
        *, unavailable, message: "Compare the identities: '$0.director.objectID == $0.author.objectID'."
    )
    @_disfavoredOverload
    public static func == <Other>(field: Self, other: ToOneField<Root, Other>) -> Condition<Root> {
        field == nil
    }
    /// Refuses another relationship.
    @_documentation(visibility: private)
    @available(
        *, unavailable, message: "Compare the identities: '$0.director.objectID == $0.author.objectID'."
    )
    @_disfavoredOverload
    public static func != <Other>(field: Self, other: ToOneField<Root, Other>) -> Condition<Root> {
        field == nil
    }
}

/// Comparisons of the first object of several with what is no object; the compiler says what to write.
extension FirstMember {
    /// Refuses a key in place of an object.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message:
            "Compare with an object, or with an identity: '$0.director == ObjectID(key)'. Its key is an attribute as others are: '$0.director.id == key'."
    )
    @_disfavoredOverload
    public static func == <Key: AttributeValue>(field: Self, key: Key) -> Condition<Root> { field == nil }
    /// Refuses a key in place of an object.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message:
            "Compare with an object, or with an identity: '$0.director == ObjectID(key)'. Its key is an attribute as others are: '$0.director.id == key'."
    )
    @_disfavoredOverload
    public static func != <Key: AttributeValue>(field: Self, key: Key) -> Condition<Root> { field == nil }
    /// Refuses a value in place of an object.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message:
            "A relationship is no value. Compare an attribute of its object: '$0.director.name == $0.author'."
    )
    @_disfavoredOverload
    public static func == <Value>(field: Self, value: TypedExpression<Root, Value>) -> Condition<Root> {
        field == nil
    }
    /// Refuses a value in place of an object.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message:
            "A relationship is no value. Compare an attribute of its object: '$0.director.name == $0.author'."
    )
    @_disfavoredOverload
    public static func != <Value>(field: Self, value: TypedExpression<Root, Value>) -> Condition<Root> {
        field == nil
    }
}

/// Comparisons of an identity with a key; the compiler says what to write.
extension TypedExpression {
    /// Refuses a key in place of an identity.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message:
            "An identity is no key. Write '$0.director.objectID == ObjectID(key)', or '$0.director.id == key' for its key."
    )
    @_disfavoredOverload
    public static func == <M: Model, Key: AttributeValue>(field: Self, key: Key) -> Condition<Root>
    where Value == ObjectID<M>? { Condition(field.measured, problem: field.problem) }
    /// Refuses a key in place of an identity.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message:
            "An identity is no key. Write '$0.director.objectID == ObjectID(key)', or '$0.director.id == key' for its key."
    )
    @_disfavoredOverload
    public static func != <M: Model, Key: AttributeValue>(field: Self, key: Key) -> Condition<Root>
    where Value == ObjectID<M>? { Condition(field.measured, problem: field.problem) }
}
