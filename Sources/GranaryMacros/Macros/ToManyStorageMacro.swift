public import SwiftSyntax
public import SwiftSyntaxMacros

/// Gives a relationship to many a place for what is loaded of it, and a getter.
open class ToManyStorageMacro: PeerMacro, AccessorMacro {
    /// Generated code is laid out by the code that writes it.
    public static var formatMode: FormatMode { .disabled }

    /// The hidden storage of the relationship.
    public static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let property = PropertyDeclaration(declaration) else { return [] }
        return [.text("private var \(property.storage): Granary.ToManyMembers? = nil")]
    }

    /// The accessors of the relationship.
    public static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let position = node.position else { return [] }
        return [.text("    get { Granary.ToMany(_owner: self, position: \(position)) }")]
    }
}
