package import GranaryStore

/// An expression in SQL, with the type of its values.
package struct LoweredValue {
    /// The expression.
    package let sql: SQLText
    /// The kind of its values.
    package let type: AttributeType
    /// Whether it may be null.
    package var isOptional: Bool
    /// Whether it is a column or a constant, which may be written twice.
    package var isSimple = false
    /// The constant that it is; `nil` for all others.
    package var constant: Value?
}
