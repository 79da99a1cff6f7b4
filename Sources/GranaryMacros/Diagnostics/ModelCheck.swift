import SwiftDiagnostics
import SwiftSyntax

/// Collects what is wrong with a model.
struct ModelCheck {
    /// The diagnostics, in the order of the source.
    private(set) var diagnostics: [Diagnostic] = []
    /// Whether code for the model would not compile, so that none is to be written.
    private(set) var isHopeless = false

    /// Checks a class with `@Model`.
    init(_ model: ModelDeclaration) {
        checkClass(model)
        checkMembers(model)
        if !isHopeless {
            checkKey(model)
            checkNames(model)
            checkColumns(model)
            checkGroups(model)
        }
    }

    /// Checks a declaration with `@Model` that is no class.
    init(notAClass declaration: some DeclGroupSyntax) {
        checkKind(declaration)
    }

    /// Checks a structure with `@Embedded`.
    init(_ structure: EmbeddedDeclaration) {
        checkEmbedded(structure)
    }

    /// Checks a declaration with `@Embedded` that is no structure.
    init(notAStructure declaration: some DeclGroupSyntax) {
        checkEmbeddedKind(declaration)
    }

    /// Notes a mistake.
    ///
    /// A hopeless one keeps the macro from writing code that would only add more errors.
    mutating func refuse(
        _ node: some SyntaxProtocol, _ identifier: String, _ message: String, fix: Fix? = nil,
        isHopeless: Bool = false
    ) {
        let fixIts = fix.map {
            [FixIt(message: ModelMessage(message: $0.message, identifier: identifier), changes: $0.changes)]
        }
        diagnostics.append(
            Diagnostic(
                node: node, message: ModelMessage(message: message, identifier: identifier),
                fixIts: fixIts ?? []))
        if isHopeless { self.isHopeless = true }
    }

    /// A correction that the macro offers.
    struct Fix {
        let message: String
        let changes: [FixIt.Change]

        /// Replaces one node.
        static func replace(_ old: some SyntaxProtocol, with new: some SyntaxProtocol, _ message: String)
            -> Fix
        {
            let placed = new.with(\.leadingTrivia, old.leadingTrivia).with(
                \.trailingTrivia, old.trailingTrivia)
            return Fix(message: message, changes: [.replace(oldNode: Syntax(old), newNode: Syntax(placed))])
        }
    }
}
