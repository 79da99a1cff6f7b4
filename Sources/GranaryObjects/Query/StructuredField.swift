/// A structured (JSON) attribute in a predicate, which can only test it for `nil`.
public struct StructuredField<Root: Model>: Sendable {
    let path: [String]
    let name: String

    /// Whether the attribute is `nil`.
    public var isNil: TypedExpression<Root, Bool> {
        TypedExpression(.compare(.equal, .attribute(path: path, name: name), .literal(.null)))
    }
}
