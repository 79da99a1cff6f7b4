public import SwiftSyntax
public import SwiftSyntaxMacros

/// Gives an attribute hidden storage, and accessors that tell the object before it changes.
open class AttributeStorageMacro: PeerMacro, AccessorMacro {
    /// Generated code is laid out by the code that writes it.
    public static var formatMode: FormatMode { .disabled }

    /// The hidden storage of the attribute.
    public static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let property = PropertyDeclaration(declaration) else { return [] }
        let value = property.literalDefaultCode.map { " = \($0)" } ?? ""
        return [.text("private var \(property.storage): \(property.type)\(value)")]
    }

    /// The accessors of the attribute.
    public static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let property = PropertyDeclaration(declaration), let position = node.position else { return [] }
        let storage = property.storage
        return [
            .text(
                """
                \(property.initAccessor)
                    get { \(storage) }
                    set {
                        if Granary._StoredAttribute.isSame(\(storage), newValue) { return }
                        _willChange(\(position))
                        \(storage) = \(property.kept("newValue"))
                    }
                """)
        ]
    }
}
