import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension PropertyDeclaration {
    var initAccessor: AccessorDeclSyntax {
        """
        @storageRestrictions(initializes: \(raw: storage))
        init(initialValue) { \(raw: storage) = \(raw: kept("initialValue")) }
        """
    }

    /// The code for what is kept of an assigned value.
    func kept(_ value: String) -> String {
        (type.wrapped ?? type).isExactScalar ? value : "Granary._StoredAttribute.normalized(\(value))"
    }

    var getter: AccessorDeclSyntax { "get { \(raw: storage) }" }
}

extension AttributeSyntax {
    /// The position written by `@Model`.
    var position: ExprSyntax? {
        guard case .argumentList(let arguments)? = arguments else { return nil }
        return arguments.first?.expression.trimmed
    }
}
