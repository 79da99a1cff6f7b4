public import SwiftSyntax
public import SwiftSyntaxMacros

/// Gives a relationship to one its reference, and accessors that load it and keep the other side in step.
open class ToOneStorageMacro: PeerMacro, AccessorMacro {
    /// Generated code is laid out by the code that writes it.
    public static var formatMode: FormatMode { .disabled }

    /// The hidden storage of the relationship.
    public static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let property = PropertyDeclaration(declaration), let target = property.type.wrapped else {
            return []
        }
        return [.text("private var \(property.storage): Granary._Reference<\(target)> = .empty")]
    }

    /// The accessors of the relationship.
    public static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let property = PropertyDeclaration(declaration), let position = node.position else { return [] }
        return [
            .text(
                """
                    get { _toOne(\(property.storage), at: \(position)) }
                    set { _setToOne(newValue, at: \(position)) }
                """)
        ]
    }
}
