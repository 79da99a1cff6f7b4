import SwiftDiagnostics
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// `@Model`: makes a final class a model of the store.
open class ModelMacro {}

extension ModelMacro: MemberMacro {
    /// The members of the model, unless its declaration has mistakes.
    public static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let declaration = declaration.as(ClassDeclSyntax.self) else {
            ModelCheck(notAClass: declaration).diagnostics.forEach(context.diagnose)
            return []
        }
        let model = ModelDeclaration(declaration, attribute: node, within: context.lexicalContext)
        let check = ModelCheck(model)
        check.diagnostics.forEach(context.diagnose)
        return check.isHopeless ? [] : ModelCode(model).members
    }
}

extension ModelMacro: MemberAttributeMacro {
    /// The attribute that gives a property of the model its storage.
    public static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        guard let property = PropertyDeclaration(member), property.isPersisted,
            let declaration = declaration.as(ClassDeclSyntax.self)
        else { return [] }
        return StoragePlan.of(declaration, attribute: node, within: context.lexicalContext).mark(
            for: property
        )
        .map { [$0] } ?? []
    }
}

extension ModelMacro: ExtensionMacro {
    /// The conformances to `Model` and to `DescribedModel`.
    ///
    /// Hooks and rules in other files refine `DescribedModel` too; unless one place names it, every file of them has the
    /// conformance, and a debug build does not link.
    public static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard let declaration = declaration.as(ClassDeclSyntax.self), !protocols.isEmpty,
            !ModelCheck(ModelDeclaration(declaration, attribute: node, within: context.lexicalContext))
                .isHopeless
        else { return [] }
        return [
            try ExtensionDeclSyntax(
                "nonisolated extension \(type.trimmed): Granary.DescribedModel, Granary.Model {}")
        ]
    }
}
