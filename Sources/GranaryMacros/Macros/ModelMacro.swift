import SwiftDiagnostics
public import SwiftSyntax
public import SwiftSyntaxMacros

/// `@Model`: makes a final class a model of the store.
open class ModelMacro {
    /// Generated code is laid out by the code that writes it.
    public static var formatMode: FormatMode { .disabled }
}

extension ModelMacro: MemberMacro {
    /// The members of the model, unless its declaration has mistakes.
    public static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let declaration = declaration.as(ClassDeclSyntax.self) else {
            // Of an enumeration the other role tells, since the compiler may ask for no members.
            if declaration.is(EnumDeclSyntax.self) { return [] }
            ModelCheck(notAClass: declaration).diagnostics.forEach(context.diagnose)
            return []
        }
        let model = ModelDeclaration(declaration, attribute: node, within: context.lexicalContext)
        var check = ModelCheck(model)
        for (property, path) in InverseSides.repeated(in: model, context) {
            check.refuseSecondInverse(path, of: property)
        }
        if let superclass = KnownModels.superclass(of: model, context) { check.refuseSuperclass(superclass) }
        check.diagnostics.forEach(context.diagnose)
        StoragePlan(model, check)
        let code = ModelCode(check.writable(model))
        return check.isHopeless ? code.initializers.map { .text($0) } : [.text(code.text)]
    }
}

extension ModelMacro: MemberAttributeMacro {
    /// The attribute that gives a property of the model its storage.
    public static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        guard let name = PropertyDeclaration.name(of: member),
            let declaration = declaration.as(ClassDeclSyntax.self)
        else { return [] }
        let plan = StoragePlan.of(declaration, attribute: node, within: context.lexicalContext)
        return plan.mark(for: name).map { [$0] } ?? []
    }
}

extension ModelMacro: ExtensionMacro {
    /// The conformances to `Model` and to `DescribedModel`.
    ///
    /// Hooks and rules in other files refine `DescribedModel` too; unless one place names it, every file of them has the
    /// conformance, and a debug build does not link. An unavailable conformance to `Sendable` tells objects that leave
    /// their context what may.
    public static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        if declaration.is(EnumDeclSyntax.self) {
            ModelCheck(notAClass: declaration).diagnostics.forEach(context.diagnose)
        }
        guard let declaration = declaration.as(ClassDeclSyntax.self), !protocols.isEmpty,
            !StoragePlan.of(declaration, attribute: node, within: context.lexicalContext).isHopeless
        else { return [] }
        let inherited = declaration.inheritanceClause?.inheritedTypes.map(\.type.lastName) ?? []
        let model = inherited.contains("Model") ? "" : ", Granary.Model"
        let conformances = ExtensionDeclSyntax.text("\(type.trimmed): Granary.DescribedModel\(model)")
        // One that the class has already stays: the check has refused it, or an actor of the module gives it.
        guard protocols.contains(where: { $0.lastName == "Sendable" }) else { return [conformances] }
        return [conformances, ModelCode.unavailableSendable(type)]
    }
}
