public import Granary

/// Builds the parts of a graph, one per line.
@resultBuilder public enum GraphPartBuilder<Root: Model> {
    /// Collects the parts.
    @_documentation(visibility: private)
    public static func buildBlock(_ parts: [GraphPart<Root>]...) -> [GraphPart<Root>] { parts.flatMap { $0 } }
    /// Takes a relationship to one.
    @_documentation(visibility: private)
    public static func buildExpression<Target>(_ path: ToOneField<Root, Target>) -> [GraphPart<Root>] {
        [GraphPart(path)]
    }
    /// Takes a relationship to many.
    @_documentation(visibility: private)
    public static func buildExpression<Target>(_ path: ToManyField<Root, Target>) -> [GraphPart<Root>] {
        [GraphPart(path)]
    }
    /// Takes a path behind a relationship to many.
    @_documentation(visibility: private)
    public static func buildExpression<Target>(_ path: RelationshipPath<Root, Target>) -> [GraphPart<Root>] {
        [GraphPart(path)]
    }
    /// Takes a part with a word about how it is read.
    @_documentation(visibility: private)
    public static func buildExpression(_ part: GraphPart<Root>) -> [GraphPart<Root>] { [part] }
    /// Supports `if` without `else`.
    @_documentation(visibility: private)
    public static func buildOptional(_ parts: [GraphPart<Root>]?) -> [GraphPart<Root>] { parts ?? [] }
    /// Supports the first branch of `if` … `else`.
    @_documentation(visibility: private)
    public static func buildEither(first parts: [GraphPart<Root>]) -> [GraphPart<Root>] { parts }
    /// Supports the second branch of `if` … `else`.
    @_documentation(visibility: private)
    public static func buildEither(second parts: [GraphPart<Root>]) -> [GraphPart<Root>] { parts }
    /// Supports `for` loops.
    @_documentation(visibility: private)
    public static func buildArray(_ parts: [[GraphPart<Root>]]) -> [GraphPart<Root>] { parts.flatMap { $0 } }

    /// Names no part.
    public static func none(_ fields: Root.Fields) -> [GraphPart<Root>] { [] }
}
