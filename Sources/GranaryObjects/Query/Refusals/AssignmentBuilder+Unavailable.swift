/// What looks like an assignment of a batch and is none; the compiler says what to write.
extension AssignmentBuilder {
    /// Refuses `=`.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Write '$0.year.set(to: 3)'; 'set' makes the store assign.")
    public static func buildExpression(_ nothing: ()) -> [Assignment<Root>] { [] }
    /// Refuses `==`.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Write '$0.year.set(to: 3)'; this compares.")
    public static func buildExpression(_ comparison: Condition<Root>) -> [Assignment<Root>] { [] }
}

extension TypedExpression {
    /// Refuses an assignment to what a batch sets.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Write '$0.year.set(to: $0.year + 1)'; 'set' makes the store assign.")
    public static func += (left: Self, right: Value) -> Assignment<Root> where Root: Model {
        Assignment(property: "", value: .constant(.null), problem: left.problem)
    }
    /// Refuses an assignment to what a batch sets.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Write '$0.year.set(to: $0.year - 1)'; 'set' makes the store assign.")
    public static func -= (left: Self, right: Value) -> Assignment<Root> where Root: Model {
        Assignment(property: "", value: .constant(.null), problem: left.problem)
    }
}
