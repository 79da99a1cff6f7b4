/// Builds a list of stored properties, one per line: attributes of every type, and relationships to one.
@resultBuilder public enum PropertyBuilder<Root: Model> {
    /// Collects the properties.
    @_documentation(visibility: private)
    public static func buildBlock(_ properties: ModelProperty<Root>...) -> [ModelProperty<Root>] {
        properties
    }
    /// Takes an attribute.
    @_documentation(visibility: private)
    public static func buildExpression<Value>(_ attribute: TypedExpression<Root, Value>)
        -> ModelProperty<Root>
    { ModelProperty(attribute) }
    /// Takes a relationship to one.
    @_documentation(visibility: private)
    public static func buildExpression<Target>(_ relationship: ToOneField<Root, Target>)
        -> ModelProperty<Root>
    { ModelProperty(relationship) }
    /// Takes a structured attribute.
    @_documentation(visibility: private)
    public static func buildExpression<Value>(_ attribute: StructuredField<Root, Value>)
        -> ModelProperty<Root>
    { ModelProperty(attribute) }

    /// A list without properties.
    @_documentation(visibility: private)
    public static func none(_ fields: Root.Fields) -> [ModelProperty<Root>] { [] }
}
