public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Gives an attribute hidden storage, and accessors that tell the object before it changes.
open class AttributeStorageMacro: PeerMacro, AccessorMacro {
    /// The hidden storage of the attribute.
    public static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let property = PropertyDeclaration(declaration) else { return [] }
        let value = property.literalDefaultCode.map { " = \($0)" } ?? ""
        return ["private var \(raw: property.storage): \(property.type.trimmed)\(raw: value)"]
    }

    /// The accessors of the attribute.
    public static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let property = PropertyDeclaration(declaration), let position = node.position else { return [] }
        let storage = property.storage
        return [
            property.initAccessor, property.getter,
            """
            set {
                if Granary._StoredAttribute.isSame(\(raw: storage), newValue) { return }
                willChange(\(position))
                \(raw: storage) = \(raw: property.kept("newValue"))
            }
            """,
        ]
    }
}
