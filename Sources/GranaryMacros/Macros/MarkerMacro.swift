import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Attribute`, `@Relationship` and `@Transient`: they say something that `@Model` reads, and add nothing themselves.
struct MarkerMacro: PeerMacro {
    static func expansion(
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
