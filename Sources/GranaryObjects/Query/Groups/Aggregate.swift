public import FoundationEssentials

/// An aggregate over a group of objects, with the type of its result: `$0.delay.average`, `$0.count()`; or a calculation
/// with several.
public typealias Aggregate<Root: Model, Result: Sendable> = TypedExpression<ObjectGroup<Root>, Result>

extension TypedExpression {
    /// An aggregate over operands.
    fileprivate init<Operand: Model>(
        _ column: AggregateRequest.Column, coding: ValueCoding<Value>, of measured: MeasuredTree?,
        problem: GranaryError?
    ) where Root == ObjectGroup<Operand> {
        let tree = ExpressionTree.aggregate(column)
        self.init(
            measured.map { MeasuredTree(tree, over: $0) } ?? .leaf(tree), coding: coding, problem: problem)
    }
}

extension ModelFields {
    /// The number of objects of the group.
    public func count<Root: Model>() -> Aggregate<Root, Int> where Root.Fields == Self {
        Aggregate(.count, coding: .attribute, of: nil, problem: nil)
    }
}

extension TypedExpression where Root: Model {
    /// The number of objects whose value is not `nil`.
    public var valueCount: Aggregate<Root, Int> {
        Aggregate(.countOf(tree), coding: .attribute, of: measured, problem: problem)
    }
    /// The number of distinct values that are not `nil`.
    public var distinctCount: Aggregate<Root, Int> {
        Aggregate(.countDistinct(tree), coding: .attribute, of: measured, problem: problem)
    }
}

extension TypedExpression where Root: Model, Value: OrderedAttribute {
    /// The smallest value that is not `nil`; `nil` for none.
    public var minimum: Aggregate<Root, Value?> {
        Aggregate(.minimum(tree), coding: coding.optional, of: measured, problem: problem)
    }
    /// The largest value that is not `nil`; `nil` for none.
    public var maximum: Aggregate<Root, Value?> {
        Aggregate(.maximum(tree), coding: coding.optional, of: measured, problem: problem)
    }
}

extension TypedExpression where Root: Model, Value: OptionalOrderedAttribute {
    /// The smallest value that is not `nil`; `nil` for none.
    public var minimum: Aggregate<Root, Value> {
        Aggregate(.minimum(tree), coding: coding, of: measured, problem: problem)
    }
    /// The largest value that is not `nil`; `nil` for none.
    public var maximum: Aggregate<Root, Value> {
        Aggregate(.maximum(tree), coding: coding, of: measured, problem: problem)
    }
}

extension Int: SummableAttribute {
    /// Sums are integers.
    public typealias Sum = Int
    /// Means are floating-point numbers.
    public typealias Mean = Double
}
extension Int64: SummableAttribute {
    /// Sums are integers.
    public typealias Sum = Int64
    /// Means are floating-point numbers.
    public typealias Mean = Double
}
extension Int32: SummableAttribute {
    /// Sums are wider integers.
    public typealias Sum = Int
    /// Means are floating-point numbers.
    public typealias Mean = Double
}
extension Int16: SummableAttribute {
    /// Sums are wider integers.
    public typealias Sum = Int
    /// Means are floating-point numbers.
    public typealias Mean = Double
}
extension Int8: SummableAttribute {
    /// Sums are wider integers.
    public typealias Sum = Int
    /// Means are floating-point numbers.
    public typealias Mean = Double
}
extension UInt32: SummableAttribute {
    /// Sums are wider integers.
    public typealias Sum = Int
    /// Means are floating-point numbers.
    public typealias Mean = Double
}
extension UInt16: SummableAttribute {
    /// Sums are wider integers.
    public typealias Sum = Int
    /// Means are floating-point numbers.
    public typealias Mean = Double
}
extension UInt8: SummableAttribute {
    /// Sums are wider integers.
    public typealias Sum = Int
    /// Means are floating-point numbers.
    public typealias Mean = Double
}
extension Float: SummableAttribute {
    /// Sums are floating-point numbers of twice the width.
    public typealias Sum = Double
    /// Means are floating-point numbers of twice the width.
    public typealias Mean = Double
}
extension Double: SummableAttribute {
    /// Sums are floating-point numbers.
    public typealias Sum = Double
    /// Means are floating-point numbers.
    public typealias Mean = Double
}
extension Decimal: SummableAttribute {
    /// Sums are decimal numbers.
    public typealias Sum = Decimal
    /// Means are decimal numbers.
    public typealias Mean = Decimal
}
extension Duration: SummableAttribute {
    /// Sums are durations.
    public typealias Sum = Duration
    /// Means are durations, rounded to a microsecond.
    public typealias Mean = Duration
}
extension Optional: SummableAttribute where Wrapped: SummableAttribute {
    /// The sum of the values that are not `nil`.
    public typealias Sum = Wrapped.Sum
    /// The mean of the values that are not `nil`.
    public typealias Mean = Wrapped.Mean
}

extension TypedExpression where Root: Model, Value: SummableAttribute {
    /// The sum of the values that are not `nil`; 0 for none.
    ///
    /// Only the final result can overflow; sums of doubles are correctly rounded.
    public var sum: Aggregate<Root, Value.Sum> {
        Aggregate(.sum(tree), coding: .attribute, of: measured, problem: problem)
    }
    /// The mean of the values that are not `nil`, correctly rounded; `nil` for none.
    public var average: Aggregate<Root, Value.Mean?> {
        Aggregate(.average(tree), coding: .attribute, of: measured, problem: problem)
    }
}
