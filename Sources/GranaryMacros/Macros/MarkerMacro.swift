import SwiftDiagnostics
public import SwiftSyntax
public import SwiftSyntaxMacros

/// `@Attribute`, `@Relationship` and `@Transient`: they say something that `@Model` reads, and add nothing themselves.
open class MarkerMacro: PeerMacro {
    /// Generated code is laid out by the code that writes it.
    public static var formatMode: FormatMode { .disabled }

    /// Nothing; reports an attribute at the wrong place.
    public static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let owner = context.lexicalContext.first?.asProtocol((any WithAttributesSyntax).self)
        if declaration.is(VariableDeclSyntax.self), owner?.attributes.attribute("Model") != nil { return [] }
        let message = ModelMessage(
            message: "@\(node.attributeName.lastName) belongs on a stored property of a class with @Model",
            identifier: "misplaced")
        context.diagnose(Diagnostic(node: node, message: message))
        return []
    }
}
