import SwiftSyntax

extension PropertyDeclaration {
    /// Whether the property is stored with its object: an instance variable that is not transient.
    var isPersisted: Bool {
        attribute("Transient") == nil && node.bindingSpecifier.tokenKind == .keyword(.var)
            && !node.modifiers.contains {
                ["static", "class", "lazy", "weak", "unowned"].contains($0.name.text)
            }
    }

    /// The destination of a relationship.
    var target: TypeSyntax { type.manyTarget ?? type.wrapped ?? type }

    /// Whether only its own file sees it.
    var isPrivate: Bool { Access(node.modifiers) == .file }

    /// The default that new objects get and rows stored before the attribute was declared: a literal or a case.
    var literalDefault: ExprSyntax? { declaredDefault.flatMap { $0.isConstant(for: type) ? $0 : nil } }

    /// The default that new objects get, for code: decimals with all their digits.
    var defaultCode: String? {
        declaredDefault.map { $0.exactDecimals(of: type) ?? "\($0)" }
    }

    /// The same where the default is a literal or a case.
    var literalDefaultCode: String? {
        literalDefault.map { $0.exactDecimals(of: type) ?? "\($0)" }
    }

    /// The default as written: in `@Attribute(default:)`, or as the initial value.
    var declaredDefault: ExprSyntax? { attribute("Attribute")?.argument("default") ?? initialValue }
}
