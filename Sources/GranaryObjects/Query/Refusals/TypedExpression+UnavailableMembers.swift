// Members that values have and expressions do not, each with what to write.

extension TypedExpression where Value: TextAttribute {
    /// Refuses a count of characters.
    @_documentation(visibility: private)
    @available(
        *, unavailable, message: "Count the scalars of a text with 'scalarCount', its bytes with 'byteCount'."
    )
    public var count: TypedExpression<Root, Value._Count> { scalarCount }
    /// Refuses a question that has two meanings where there may be no text.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Compare a text with \"\", or ask for 'isBlank'.")
    public var isEmpty: TypedExpression<Root, Bool> { isBlank }
}

extension TypedExpression where Value: RawRepresentable {
    /// Refuses the raw value of an enumeration.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Compare an enumeration with its cases, as in '$0.kind == .first'.")
    public var rawValue: Self { self }
}
