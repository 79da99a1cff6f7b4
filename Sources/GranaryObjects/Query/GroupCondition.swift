/// A condition on the aggregates of a group: `$0.count() > 10 && $0.delay.average >= 5`.
public struct GroupCondition<Root: Model>: Sendable {
    struct Part: Sendable {
        let column: AggregateRequest.Column
        let comparison: ExpressionTree.Comparison
        let value: Value
    }

    let parts: [Part]
    let problem: GranaryError?

    /// Both hold.
    public static func && (left: GroupCondition, right: GroupCondition) -> GroupCondition {
        GroupCondition(parts: left.parts + right.parts, problem: left.problem ?? right.problem)
    }
}

extension Aggregate {
    /// Whether the values are the same; `nil == nil` holds.
    @_disfavoredOverload
    public static func == (left: Aggregate, right: Result) -> GroupCondition<Root> {
        left.compared(.equal, right)
    }
    /// Whether the values differ; `nil` differs from every value.
    @_disfavoredOverload
    public static func != (left: Aggregate, right: Result) -> GroupCondition<Root> {
        left.compared(.notEqual, right)
    }

    func compared(_ comparison: ExpressionTree.Comparison, _ value: Result) -> GroupCondition<Root> {
        do {
            let value = try coding.compare(value)
            let part = GroupCondition<Root>.Part(column: column, comparison: comparison, value: value)
            return GroupCondition(parts: [part], problem: problem)
        } catch {
            let wrong = GranaryError(
                .query, "A constant in the query cannot be stored or compared.", cause: error)
            return GroupCondition(parts: [], problem: problem ?? wrong)
        }
    }
}

extension Aggregate where Result: OrderedAttribute {
    /// Whether the value is smaller; false when either is `nil`.
    @_disfavoredOverload
    public static func < (left: Aggregate, right: Result) -> GroupCondition<Root> {
        left.compared(.less, right)
    }
    /// Whether the value is not larger; false when either is `nil`.
    @_disfavoredOverload
    public static func <= (left: Aggregate, right: Result) -> GroupCondition<Root> {
        left.compared(.lessOrEqual, right)
    }
    /// Whether the value is larger; false when either is `nil`.
    @_disfavoredOverload
    public static func > (left: Aggregate, right: Result) -> GroupCondition<Root> {
        left.compared(.greater, right)
    }
    /// Whether the value is not smaller; false when either is `nil`.
    @_disfavoredOverload
    public static func >= (left: Aggregate, right: Result) -> GroupCondition<Root> {
        left.compared(.greaterOrEqual, right)
    }
}
