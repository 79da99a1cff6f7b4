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
        guard let node = declaration.as(VariableDeclSyntax.self), let binding = Self.binding(of: node),
            let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
            let type = binding.typeAnnotation?.type
        else { return nil }
        self.node = node
        name = Self.name(identifier)
        spelledName = identifier.text
        typeNode = type
        self.type = type.bare
        valueNode = binding.initializer?.value
        kind = Self.kind(of: type, isRelationship: node.attributes.attribute("Relationship") != nil)
        options = node.attributes.attribute("Attribute")?.options ?? []
    }

    /// The name without backticks of what would be one property, without reading the rest of the declaration.
    static func name(of declaration: some SyntaxProtocol) -> String? {
        guard let node = declaration.as(VariableDeclSyntax.self) else { return nil }
        return binding(of: node)?.pattern.as(IdentifierPatternSyntax.self).map { name($0.identifier) }
    }

    private static func binding(of node: VariableDeclSyntax) -> PatternBindingSyntax? {
        let bindings = node.bindings
        guard bindings.count == 1, let binding = bindings.first, binding.accessorBlock == nil else {
            return nil
        }
        return binding
    }

    private static func name(_ identifier: TokenSyntax) -> String {
        identifier.identifier?.name ?? identifier.text
    }

    private static func kind(of type: TypeSyntax, isRelationship: Bool) -> Kind {
        if type.manyTarget != nil { return .toMany }
        return isRelationship && type.wrapped != nil ? .toOne : .attribute
    }

    /// The value it is declared with, for code.
    var initialValue: ExprSyntax? { valueNode?.bare }

    /// The name of the hidden storage: with a second underscore where a hidden member has the name with one.
    ///
    /// An init accessor cannot name a property that shares its name with a method.
    var storage: String { HiddenMember.names.contains("_\(name)") ? "__\(name)" : "_\(name)" }

    /// The name as an argument label: escaped for the few keywords that need it.
    var label: String { ["inout", "var", "let"].contains(name) ? "`\(name)`" : name }

    /// The attribute of this name, if the property has it.
    func attribute(_ name: String) -> AttributeSyntax? { node.attributes.attribute(name) }
}
