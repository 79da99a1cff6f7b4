import SwiftSyntax

// The compiler parses the text that a macro returns, and sees no tree. Programs build the plug-in with its parser and
// formatter without optimization, where making a tree of the text and laying it out takes longer than all else that the
// macros do. So generated code is text in one token, laid out by the code that writes it.

extension DeclSyntax {
    /// Declarations for the compiler alone: one token with all the text.
    static func text(_ text: String) -> DeclSyntax {
        DeclSyntax(MissingDeclSyntax(placeholder: .identifier(text)))
    }
}

extension AccessorDeclSyntax {
    /// Accessors for the compiler alone: one token with all the text.
    static func text(_ text: String) -> AccessorDeclSyntax {
        AccessorDeclSyntax(accessorSpecifier: .identifier(text))
    }
}

extension AttributeSyntax {
    /// An attribute for the compiler alone: the text after the sign is one token.
    static func text(_ text: String) -> AttributeSyntax {
        AttributeSyntax(attributeName: IdentifierTypeSyntax(name: .identifier(text)))
    }
}

extension ExtensionDeclSyntax {
    /// An empty extension for the compiler alone; the text has the type and its conformances.
    static func text(_ text: String) -> ExtensionDeclSyntax {
        ExtensionDeclSyntax(
            modifiers: [DeclModifierSyntax(name: .keyword(.nonisolated, trailingTrivia: .space))],
            extensionKeyword: .keyword(.extension, trailingTrivia: .space),
            extendedType: IdentifierTypeSyntax(name: .identifier(text, trailingTrivia: .space)),
            memberBlock: MemberBlockSyntax(members: []))
    }
}

extension SyntaxProtocol {
    /// The node without the blanks and comments around it; itself where there are none, which costs no new tree.
    var bare: Self {
        leadingTriviaLength.utf8Length == 0 && trailingTriviaLength.utf8Length == 0 ? self : trimmed
    }
}
