import SwiftSyntax

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
