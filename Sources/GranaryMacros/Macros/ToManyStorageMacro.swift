public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Gives a relationship to many a place for what is loaded of it, and a getter.
open class ToManyStorageMacro: PeerMacro, AccessorMacro {
    /// The hidden storage of the relationship.
    public static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let property = PropertyDeclaration(declaration) else { return [] }
        return ["private var \(raw: property.storage): Granary.ToManyMembers? = nil"]
    }

    /// The accessors of the relationship.
    public static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let position = node.position else { return [] }
        return ["get { Granary.ToMany(owner: self, position: \(position)) }"]
    }
}
