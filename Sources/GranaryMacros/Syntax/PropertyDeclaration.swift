import SwiftSyntax

/// One stored property in the source of a model: a single name with a type.
struct PropertyDeclaration {
    /// The kinds of stored properties of a model.
    enum Kind { case attribute, toOne, toMany }

    /// The declaration.
    let node: VariableDeclSyntax
    /// The name without backticks.
    let name: String
    /// The name as code spells it.
    let spelledName: String
    /// The type as written, at its place in the source.
    let typeNode: TypeSyntax
    /// The type, for code.
    let type: TypeSyntax
    /// The value it is declared with, at its place in the source.
    let valueNode: ExprSyntax?
    /// The kind of the property, by its type and mark.
    let kind: Kind
    /// The options of its `@Attribute`.
    let options: [String]

    /// Reads a declaration; `nil` unless it is one instance property with a type and without accessors of its own.
    init?(_ declaration: some SyntaxProtocol) {
        guard let node = declaration.as(VariableDeclSyntax.self), node.bindings.count == 1,
            let binding = node.bindings.first, binding.accessorBlock == nil,
            let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
            let type = binding.typeAnnotation?.type
        else { return nil }
        self.node = node
        name = identifier.identifier?.name ?? identifier.text
        spelledName = identifier.text
        typeNode = type
        self.type = type.trimmed
        valueNode = binding.initializer?.value
        kind = Self.kind(of: type, isRelationship: node.attributes.attribute("Relationship") != nil)
        options = node.attributes.attribute("Attribute")?.options ?? []
    }

    private static func kind(of type: TypeSyntax, isRelationship: Bool) -> Kind {
        if type.manyTarget != nil { return .toMany }
        return isRelationship && type.wrapped != nil ? .toOne : .attribute
    }

    /// The value it is declared with, for code.
    var initialValue: ExprSyntax? { valueNode?.trimmed }

    /// The name of the hidden storage.
    var storage: String { "_\(name)" }

    /// The name as an argument label: escaped for the few keywords that need it.
    var label: String { ["inout", "var", "let"].contains(name) ? "`\(name)`" : name }

    /// The attribute of this name, if the property has it.
    func attribute(_ name: String) -> AttributeSyntax? { node.attributes.attribute(name) }
}
