import SwiftDiagnostics
public import SwiftSyntax
public import SwiftSyntaxMacros

/// `@Embedded`: makes the parts of a structure known to queries.
open class EmbeddedMacro {
    /// Generated code is laid out by the code that writes it.
    public static var formatMode: FormatMode { .disabled }
}

extension EmbeddedMacro: MemberMacro {
    /// The fields of the structure, unless its declaration has mistakes.
    public static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let declaration = declaration.as(StructDeclSyntax.self) else {
            // Of an enumeration the other role tells, since the compiler may ask for no members.
            if declaration.is(EnumDeclSyntax.self) { return [] }
            ModelCheck(notAStructure: declaration).diagnostics.forEach(context.diagnose)
            return []
        }
        let structure = EmbeddedDeclaration(declaration, within: context.lexicalContext)
        let check = ModelCheck(structure)
        check.diagnostics.forEach(context.diagnose)
        return check.isHopeless ? [] : [.text(EmbeddedCode(structure).text)]
    }
}

extension EmbeddedMacro: ExtensionMacro {
    /// The conformance to `Embedded`, and with it those that it refines.
    public static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        if declaration.is(EnumDeclSyntax.self) {
            ModelCheck(notAStructure: declaration).diagnostics.forEach(context.diagnose)
        }
        guard let declaration = declaration.as(StructDeclSyntax.self), !protocols.isEmpty else { return [] }
        let structure = EmbeddedDeclaration(declaration, within: context.lexicalContext)
        if ModelCheck(structure).isHopeless { return [] }
        return [.text("\(type.trimmed): Granary.Embedded")]
    }
}
