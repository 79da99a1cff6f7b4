public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// Gives an attribute of the primary key hidden storage, and a setter that works until the object is inserted.
open class KeyStorageMacro: PeerMacro, AccessorMacro {
    /// The hidden storage of the key.
    public static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let property = PropertyDeclaration(declaration) else { return [] }
        let value =
            property.literalDefault.map { "\($0)" } ?? (property.type.isGeneratedKey ? ".unassigned" : nil)
        let assigned = value.map { " = \($0)" } ?? ""
        return ["private var \(raw: property.storage): \(property.type.trimmed)\(raw: assigned)"]
    }

    /// The accessors of the key.
    public static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let property = PropertyDeclaration(declaration) else { return [] }
        return [
            property.initAccessor, property.getter,
            """
            set {
                if Granary._StoredAttribute.isSame(\(raw: property.storage), newValue) { return }
                guard _mayChangeKey() else { return }
                \(raw: property.storage) = \(raw: property.kept("newValue"))
            }
            """,
        ]
    }
}
