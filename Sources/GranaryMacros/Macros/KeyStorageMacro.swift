public import SwiftSyntax
public import SwiftSyntaxMacros

/// Gives an attribute of the primary key hidden storage, and a setter that works until the object is inserted.
open class KeyStorageMacro: PeerMacro, AccessorMacro {
    /// Generated code is laid out by the code that writes it.
    public static var formatMode: FormatMode { .disabled }

    /// The hidden storage of the key.
    public static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let property = PropertyDeclaration(declaration) else { return [] }
        let value =
            property.literalDefault.map { "\($0)" } ?? (property.type.isGeneratedKey ? ".unassigned" : nil)
        let assigned = value.map { " = \($0)" } ?? ""
        return [.text("private var \(property.storage): \(property.type)\(assigned)")]
    }

    /// The accessors of the key.
    public static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let property = PropertyDeclaration(declaration) else { return [] }
        let storage = property.storage
        return [
            .text(
                """
                \(property.keyInitAccessor)
                    get { \(storage) }
                    set {
                        if Granary._StoredAttribute.isSame(\(storage), newValue) { return }
                        guard _mayChangeKey() else { return }
                        \(storage) = \(property.kept("newValue"))
                    }
                """)
        ]
    }
}
