import SwiftSyntax

/// The access level of generated code: the lower one of the class and the property.
extension ModelDeclaration {
    /// The access level of what every model has: `public ` or the like, with the space; empty within the module.
    var access: String { Access(node.modifiers).visible.keyword }

    /// The access level of what is made for one property.
    func access(of property: PropertyDeclaration) -> String {
        min(Access(node.modifiers).visible, Access(property.node.modifiers)).keyword
    }

    /// The access level of what is made for several properties together.
    func access(of properties: [PropertyDeclaration]) -> String {
        let levels = properties.map { Access($0.node.modifiers) }
        return levels.reduce(Access(node.modifiers).visible, min).keyword
    }
}
