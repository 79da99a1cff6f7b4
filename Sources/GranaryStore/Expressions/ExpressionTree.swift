/// An expression over the properties of one entity, from which predicates, orders and aggregates are built.
///
/// It is the single form of the query language: both front ends produce it, the reference evaluator defines its
/// meaning, and backends lower it. It is a value that can be sent, compared and stored.
///
/// Operators may be nested 200 levels deep, chains of `and` and of `or` not counted. A deeper tree is refused: when it
/// is decoded, and when a query of it is used.
public indirect enum ExpressionTree: Sendable, Hashable {
    /// A constant.
    case literal(Value)
    /// An attribute of the entity itself or of one reached through relationships to one.
    ///
    /// Through `nil` it is `nil`.
    case attribute(path: [String], name: String)
    /// Whether the relationship to one at the end of the path is empty or dangling.
    case isEmpty(path: [String])
    /// The object at the end of a path of relationships to one has this key (its parts, in key order).
    case refers(path: [String], key: [Value])
    /// The relationship to one at the end of a path holds one of these keys, whether or not there is such an
    /// object; with an empty path, the row's own key is one of them.
    ///
    /// The core makes it of conditions on objects in other stores.
    case holdsKey(path: [String], keys: [ObjectKey])
    /// Two-valued comparison: `nil == nil`; an ordered comparison with `nil` is false.
    case compare(Comparison, ExpressionTree, ExpressionTree)
    /// Both hold.
    case and(ExpressionTree, ExpressionTree)
    /// At least one holds.
    case or(ExpressionTree, ExpressionTree)
    /// It does not hold.
    case not(ExpressionTree)
    /// The value is one of these; `nil` is in the list only if it holds ``Value/null``.
    case isIn(ExpressionTree, [Value])
    /// A text comparison; false when either side is `nil`.
    case text(TextComparison, ExpressionTree, ExpressionTree, TextOptions)
    /// The text matches a pattern; false when it is `nil`.
    case matches(ExpressionTree, TextPattern, TextOptions)
    /// 64-bit integer arithmetic (overflow is an error), floating-point or decimal arithmetic; `nil` if
    /// either side is.
    case arithmetic(Arithmetic, ExpressionTree, ExpressionTree)
    /// A part of a date in UTC; `nil` for `nil`.
    case datePart(DatePart, ExpressionTree)
    /// A function of some operands, as many as it takes.
    case function(Function, [ExpressionTree])
    /// A condition on the objects of a relationship to many (its last name; those before it are to one), as
    /// seen from them.
    case quantified(Quantifier, path: [String], relationship: String, ExpressionTree)
    /// How many objects of a relationship to many satisfy a condition; 0 through an empty path.
    case countOf(path: [String], relationship: String, ExpressionTree?)
    /// A value of the objects of a relationship to many: an aggregate over them, or an expression on the first of them.
    ///
    /// The operands are seen from the objects: the value, the condition that objects must satisfy, and for the first
    /// object the terms of the order. Through an empty path there are no objects.
    case ofMembers(MemberFunction, path: [String], relationship: String, [ExpressionTree])
    /// In a condition on members, or in another query: an expression as seen from the object that they are members of, or
    /// that the query is asked for, which is the nearest one of the model with this name around the condition.
    case outer(String, ExpressionTree)
    /// The result of another query; with an operand, whether that is one of the query's values.
    ///
    /// The core puts the result in place of it; stores get only those that name the object around them, with their rows.
    case subquery(Subquery, ExpressionTree?)
    /// A column of a group of rows, only in the conditions and calculations of an ``AggregateRequest``.
    ///
    /// These have aggregates where other expressions have attributes.
    case aggregate(AggregateRequest.Column)

    /// A comparison operator.
    public enum Comparison: String, Sendable, Hashable, Codable, CaseIterable {
        /// The same stored value.
        case equal
        /// Not the same stored value.
        case notEqual
        /// Smaller.
        case less
        /// Smaller or the same.
        case lessOrEqual
        /// Larger.
        case greater
        /// Larger or the same.
        case greaterOrEqual
    }

    /// A way to compare text.
    public enum TextComparison: String, Sendable, Hashable, Codable, CaseIterable {
        /// The first contains the second.
        case contains
        /// The first begins with the second.
        case hasPrefix
        /// The first ends with the second.
        case hasSuffix
        /// They are the same after folding.
        case equal
    }

    /// An arithmetic operator.
    public enum Arithmetic: String, Sendable, Hashable, Codable, CaseIterable {
        /// Sum.
        case add
        /// Difference.
        case subtract
        /// Product.
        case multiply
        /// Quotient: integers truncate toward zero; division of integers or decimals by zero is an error, of
        /// reals gives `nil` unless finite.
        case divide
        /// Remainder of integer division, with the sign of the dividend.
        case remainder
    }

    /// A part of a date.
    public enum DatePart: String, Sendable, Hashable, Codable, CaseIterable {
        /// The year.
        case year
        /// The month, 1 to 12.
        case month
        /// The day of the month, 1 to 31.
        case day
        /// The hour, 0 to 23.
        case hour
        /// The minute, 0 to 59.
        case minute
        /// The second, 0 to 59.
        case second
        /// The day of the week, 1 for Monday to 7 for Sunday (ISO 8601).
        case weekday
        /// The day of the year, 1 to 366.
        case dayOfYear
    }

    /// How many objects of a relationship must satisfy a condition.
    public enum Quantifier: String, Sendable, Hashable, Codable, CaseIterable {
        /// At least one.
        case any
        /// Every one; true if there are none.
        case all
        /// Not one.
        case none
    }
}
