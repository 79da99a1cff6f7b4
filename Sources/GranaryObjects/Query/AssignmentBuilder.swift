/// Builds the assignments of a batch update, one per line.
@resultBuilder public enum AssignmentBuilder<Root: Model> {
    /// Collects the assignments.
    @_documentation(visibility: private)
    public static func buildBlock(_ assignments: [Assignment<Root>]...) -> [Assignment<Root>] {
        assignments.flatMap { $0 }
    }
    /// Takes one assignment.
    @_documentation(visibility: private)
    public static func buildExpression(_ assignment: Assignment<Root>) -> [Assignment<Root>] { [assignment] }
    /// Supports `if` without `else`.
    @_documentation(visibility: private)
    public static func buildOptional(_ assignments: [Assignment<Root>]?) -> [Assignment<Root>] {
        assignments ?? []
    }
    /// Supports the first branch of `if` … `else`.
    @_documentation(visibility: private)
    public static func buildEither(first assignments: [Assignment<Root>]) -> [Assignment<Root>] {
        assignments
    }
    /// Supports the second branch of `if` … `else`.
    @_documentation(visibility: private)
    public static func buildEither(second assignments: [Assignment<Root>]) -> [Assignment<Root>] {
        assignments
    }
    /// Supports `for` loops.
    @_documentation(visibility: private)
    public static func buildArray(_ assignments: [[Assignment<Root>]]) -> [Assignment<Root>] {
        assignments.flatMap { $0 }
    }
}
