/// Makes a condition from the lines of a closure, all of which have to hold.
///
/// ```swift
/// let (carrier, words): (String?, [String]) = ("UA", ["fog"])
/// let late = Flight.where {
///     $0.delay > 60
///     if let carrier { $0.carrier == carrier }
///     for word in words { $0.note.contains(word) }
/// }
/// ```
///
/// A line is a condition; `if`, `if let`, `else`, `switch` and `for` leave conditions out or repeat them. A closure
/// without a condition holds for every object. The compiler checks each line by itself, so a mistake is reported where it
/// is, however long the closure.
@resultBuilder public enum ConditionBuilder<Root> {
    /// Takes one condition.
    @_documentation(visibility: private)
    public static func buildExpression(_ condition: Condition<Root>) -> [Condition<Root>] {
        [condition]
    }
    /// Collects the conditions of some lines.
    @_documentation(visibility: private)
    public static func buildBlock(_ conditions: [Condition<Root>]...) -> [Condition<Root>] {
        conditions.flatMap { $0 }
    }
    /// Supports `if` without `else`.
    @_documentation(visibility: private)
    public static func buildOptional(_ conditions: [Condition<Root>]?) -> [Condition<Root>] {
        conditions ?? []
    }
    /// Supports the first branch of `if` … `else`, and cases of `switch`.
    @_documentation(visibility: private)
    public static func buildEither(first conditions: [Condition<Root>]) -> [Condition<Root>] {
        conditions
    }
    /// Supports the second branch of `if` … `else`, and cases of `switch`.
    @_documentation(visibility: private)
    public static func buildEither(second conditions: [Condition<Root>]) -> [Condition<Root>] {
        conditions
    }
    /// Supports `for` loops.
    @_documentation(visibility: private)
    public static func buildArray(_ conditions: [[Condition<Root>]]) -> [Condition<Root>] {
        conditions.flatMap { $0 }
    }
    /// Supports `if #available`.
    @_documentation(visibility: private)
    public static func buildLimitedAvailability(_ conditions: [Condition<Root>]) -> [Condition<Root>] {
        conditions
    }
    /// Joins the conditions of the closure.
    @_documentation(visibility: private)
    public static func buildFinalResult(_ conditions: [Condition<Root>]) -> Condition<Root> {
        guard let first = conditions.first else { return Condition(.literal(.bool(true))) }
        return conditions.dropFirst().reduce(first) { $0 && $1 }
    }
}
