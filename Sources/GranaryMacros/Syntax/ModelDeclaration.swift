import SwiftSyntax

/// A class with `@Model`, as the generated code needs to know it.
struct ModelDeclaration {
    /// The class.
    let node: ClassDeclSyntax
    /// The attribute that makes it a model.
    let attribute: AttributeSyntax
    /// The stored properties in declaration order, without those that are not to be stored.
    let properties: [PropertyDeclaration]
    /// The attributes in declaration order; an attribute's place is its position and its column.
    let attributes: [PropertyDeclaration]
    /// The relationships to one in declaration order.
    let toOne: [PropertyDeclaration]
    /// The relationships to many in declaration order.
    let toMany: [PropertyDeclaration]
    /// The attributes of the primary key: those that say so, else one named `id` of a kind that the framework makes.
    let key: [PropertyDeclaration]

    /// The name of a generic type or function around the class, if there is one.
    let genericOwner: String?
    /// Whether a function or an accessor is around the class.
    let isLocal: Bool
    /// The stored properties with mistakes, for which no code is written but a parameter of the initialiser.
    let refused: [PropertyDeclaration]

    /// Reads a class; `surroundings` are the declarations around it.
    init(_ node: ClassDeclSyntax, attribute: AttributeSyntax, within surroundings: [Syntax] = []) {
        self.node = node
        genericOwner = Self.genericOwner(of: node, surroundings)
        isLocal = Self.isLocal(surroundings)
        self.attribute = attribute
        properties = node.memberBlock.members.compactMap { PropertyDeclaration($0.decl) }.filter(
            \.isPersisted)
        attributes = properties.filter { $0.kind == .attribute }
        toOne = properties.filter { $0.kind == .toOne }
        toMany = properties.filter { $0.kind == .toMany }
        let marked = attributes.filter { $0.options.contains("primaryKey") }
        key = marked.isEmpty ? attributes.filter { $0.name == "id" && $0.type.isGeneratedKey } : marked
        refused = []
    }

    /// The part of a model with mistakes for which code can be written; the program does not compile anyway.
    init(_ model: ModelDeclaration, without names: Set<String>) {
        node = model.node
        genericOwner = model.genericOwner
        isLocal = model.isLocal
        attribute = model.attribute
        properties = model.properties.filter { !names.contains($0.name) }
        attributes = model.attributes.filter { !names.contains($0.name) }
        toOne = model.toOne.filter { !names.contains($0.name) }
        toMany = model.toMany.filter { !names.contains($0.name) }
        let right = Set(properties.map(\.name))
        refused = node.memberBlock.members.compactMap { PropertyDeclaration($0.decl) }.filter {
            $0.node.isStoredInInstances && $0.attribute("Transient") == nil && !right.contains($0.name)
        }
        let kept = model.key.filter { !names.contains($0.name) }
        key = kept.isEmpty ? attributes.filter { $0.name == "id" && $0.type.mayBeKey } : kept
    }

    /// The type of a key that is wrong or missing.
    var assumedKeyType: String {
        let id = refused.first { $0.name == "id" || $0.options.contains("primaryKey") }
        let type = id.map { $0.type.wrapped ?? $0.type }
        return type.flatMap { $0.isGeneratedKey || $0.lastName == "String" ? "\($0)" : nil } ?? "Swift.Int"
    }

    /// Whether one of the declarations around a class is no type.
    static func isLocal(_ surroundings: [Syntax]) -> Bool {
        surroundings.contains {
            $0.is(FunctionDeclSyntax.self) || $0.is(InitializerDeclSyntax.self)
                || $0.is(AccessorDeclSyntax.self) || $0.is(ClosureExprSyntax.self)
        }
    }

    /// The name of a generic type or function around a class or structure, if there is one.
    static func genericOwner(of node: some NamedDeclSyntax, _ surroundings: [Syntax]) -> String? {
        for surrounding in surroundings {
            guard let generic = surrounding.asProtocol((any WithGenericParametersSyntax).self),
                generic.genericParameterClause != nil,
                let name = surrounding.asProtocol((any NamedDeclSyntax).self)?.name.text,
                name != node.name.text
            else { continue }
            return name
        }
        return nil
    }

    /// The name of the class.
    var name: String { node.name.text }
    /// The relationships in declaration order.
    var relationships: [PropertyDeclaration] { properties.filter { $0.kind != .attribute } }
    /// Whether the class declares an initialiser, so that none is made; a convenience initialiser calls one.
    var hasInitializer: Bool {
        node.memberBlock.members.contains { member in
            guard let initializer = member.decl.as(InitializerDeclSyntax.self) else { return false }
            return !initializer.modifiers.contains { $0.name.tokenKind == .keyword(.convenience) }
        }
    }
}
