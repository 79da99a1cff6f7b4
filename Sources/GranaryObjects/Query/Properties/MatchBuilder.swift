/// Builds the list of stored properties by which rows and snapshots are matched, one per line.
///
/// Typed attributes and to-one relationships can match; structured attributes cannot, because equal ones may be written
/// differently.
@resultBuilder public enum MatchBuilder<Root: Model> {
    // It shares three functions with `PropertyBuilder`, which takes structured attributes too. A protocol for both
    // would be one more public name, and the compiler could suggest it where it refuses a structured attribute here.

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

    /// The primary key.
    @_documentation(visibility: private)
    public static func primaryKey(_ fields: Root.Fields) -> [ModelProperty<Root>] { [] }
}
