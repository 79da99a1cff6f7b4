import SwiftSyntax

extension PropertyDeclaration {
    /// The accessor that initializers use, indented.
    var initAccessor: String { initAccessor(of: "initial") }

    /// The same for an attribute of the primary key.
    var keyInitAccessor: String { initAccessor(of: "initialKey") }

    private func initAccessor(of function: String) -> String {
        guard let rounded = initialValue, let written = rounded.exactDecimals(of: type) else {
            return """
                    @storageRestrictions(initializes: \(storage))
                    init(initialValue) { \(storage) = \(begun("initialValue", function)) }
                """
        }
        // The compiler makes decimals of the literal by way of `Double`, which takes half a microsecond: once is enough.
        let exact = "Granary._StoredAttribute.asWritten(initialValue, insteadOf: Literal.rounded, \(written))"
        return """
                @storageRestrictions(initializes: \(storage))
                init(initialValue) {
                    enum Literal { nonisolated static let rounded: \(type) = \(rounded) }
                    \(storage) = \(kept(exact))
                }
            """
    }

    /// The code for what is kept of the first value; the compiler refuses types there that no store can hold.
    private func begun(_ value: String, _ function: String) -> String {
        (type.wrapped ?? type).isScalar ? kept(value) : "Granary._StoredAttribute.\(function)(\(value))"
    }

    /// The code for what is kept of an assigned value.
    func kept(_ value: String) -> String {
        (type.wrapped ?? type).isExactScalar ? value : "Granary._StoredAttribute.normalized(\(value))"
    }
}

extension AttributeSyntax {
    /// The position written by `@Model`.
    var position: ExprSyntax? {
        guard case .argumentList(let arguments)? = arguments else { return nil }
        return arguments.first?.expression.trimmed
    }
}
