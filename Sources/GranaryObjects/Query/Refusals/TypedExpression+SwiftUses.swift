// What Swift itself takes, with another meaning than that of a query: it asks an expression for its value while the query
// is built, once for all rows. Swift prefers its own functions to unavailable ones. So these are available, and their
// deprecation says what to write; and they throw, which the closures of queries may not.

/// What stands for a value in the closure of a query, and has none.
///
/// The refusals are members of the protocol, so that the comparisons of the types themselves come first.
public protocol _QueriedValue {}

extension TypedExpression: _QueriedValue {}
extension ToOneField: _QueriedValue {}
extension StructuredField: _QueriedValue {}

extension _QueriedValue {
    /// Refuses an expression in a condition of Swift.
    @_documentation(visibility: private)
    @available(
        *, deprecated,
        message:
            "'if' and '?:' are evaluated once, when the query is built, and an expression is never nil then. Write a condition, or a value with 'when(…, then: …).otherwise(…)'."
    )
    public static func == (left: Self, right: _OptionalNilComparisonType) throws -> Bool {
        throw RefusedUse.error
    }
    /// Refuses an expression in a condition of Swift.
    @_documentation(visibility: private)
    @available(
        *, deprecated,
        message:
            "'if' and '?:' are evaluated once, when the query is built, and an expression is never nil then. Write a condition, or a value with 'when(…, then: …).otherwise(…)'."
    )
    public static func != (left: Self, right: _OptionalNilComparisonType) throws -> Bool {
        throw RefusedUse.error
    }
}

extension DefaultStringInterpolation {
    /// Refuses an expression within a text.
    @_documentation(visibility: private)
    @available(
        *, deprecated,
        message:
            "An expression has no value when the query is built. Join texts with 'appending(_:)'; for its description write 'String(describing:)'."
    )
    public mutating func appendInterpolation(_ expression: some _QueriedValue) throws {
        throw RefusedUse.error
    }
}

private enum RefusedUse {
    static var error: GranaryError {
        GranaryError(.query, "An expression has no value when a query is built.")
    }
}
