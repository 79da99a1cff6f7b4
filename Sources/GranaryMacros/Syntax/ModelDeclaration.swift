import SwiftSyntax

/// A class with `@Model`, as the generated code needs to know it.
struct ModelDeclaration {
    /// The class.
    let node: ClassDeclSyntax
    /// The attribute that makes it a model.
    let attribute: AttributeSyntax
    /// The stored properties in declaration order, without those that are not to be stored.
    let properties: [PropertyDeclaration]

    init(_ node: ClassDeclSyntax, attribute: AttributeSyntax) {
        self.node = node
        self.attribute = attribute
        properties = node.memberBlock.members.compactMap { PropertyDeclaration($0.decl) }.filter(\.isPersisted)
    }

    /// The name of the class.
    var name: String { node.name.text }

    /// The attributes in declaration order; an attribute's place is its position and its column.
    var attributes: [PropertyDeclaration] { properties.filter { $0.kind == .attribute } }
    /// The relationships to one in declaration order.
    var toOne: [PropertyDeclaration] { properties.filter { $0.kind == .toOne } }
    /// The relationships to many in declaration order.
    var toMany: [PropertyDeclaration] { properties.filter { $0.kind == .toMany } }
    /// The relationships in declaration order.
    var relationships: [PropertyDeclaration] { properties.filter { $0.kind != .attribute } }

    /// The attributes of the primary key: those that say so, else one named `id` of a kind that the framework makes.
    var key: [PropertyDeclaration] {
        let marked = attributes.filter { $0.options.contains("primaryKey") }
        if !marked.isEmpty { return marked }
        return attributes.filter { $0.name == "id" && $0.type.isGeneratedKey }
    }

    /// Whether the class declares an initialiser, so that none is made.
    var hasInitializer: Bool { node.memberBlock.members.contains { $0.decl.is(InitializerDeclSyntax.self) } }

    /// The place of an attribute among the attributes.
    func position(of property: PropertyDeclaration) -> Int? {
        let same: [PropertyDeclaration]
        switch property.kind {
        case .attribute: same = attributes
        case .toOne: same = toOne
        case .toMany: same = toMany
        }
        return same.firstIndex { $0.name == property.name }
    }
}
