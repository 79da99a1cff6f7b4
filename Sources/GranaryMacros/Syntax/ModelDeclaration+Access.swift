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

/// An access level as generated code needs it, the narrowest first.
enum Access: Int, Comparable {
    case file, module, package, everyone

    /// The level that modifiers give; a level for setting alone does not count.
    init(_ modifiers: DeclModifierListSyntax) {
        let words = modifiers.filter { $0.detail == nil }.map(\.name.text)
        if words.contains("public") || words.contains("open") {
            self = .everyone
        } else if words.contains("package") {
            self = .package
        } else {
            self = words.contains("private") || words.contains("fileprivate") ? .file : .module
        }
    }

    /// The level for members of a class: those of a private class need none of their own.
    var visible: Access { max(self, .module) }

    /// The level as source text, with the space; empty within the module.
    var keyword: String {
        switch self {
        case .file: "fileprivate "
        case .module: ""
        case .package: "package "
        case .everyone: "public "
        }
    }

    static func < (left: Access, right: Access) -> Bool { left.rawValue < right.rawValue }
}
