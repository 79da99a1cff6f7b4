import SwiftDiagnostics
import SwiftSyntax

/// Collects what is wrong with a model.
struct ModelCheck {
    /// The diagnostics, in the order of the source.
    private(set) var diagnostics: [Diagnostic] = []
    /// Whether code for the model would not compile, so that none is to be written.
    private(set) var isHopeless = false
    /// Whether code can be written for a part of the model only: a property or the key is wrong.
    private(set) var isPartial = false
    /// The names of the properties for which no code can be written.
    private(set) var refused: Set<String> = []
    /// Whether ``checkPart(_:_:)`` is at work.
    private var isCheckingPart = false

    /// Checks a class with `@Model`.
    init(_ model: ModelDeclaration) {
        checkClass(model)
        checkMembers(model)
        if !isHopeless && !isPartial {
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
    /// A hopeless one keeps the macro from writing code that would only add more errors: for the whole declaration, or for
    /// the property that ``checkPart(_:_:)`` checks.
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
        if isHopeless { leaveOut() }
    }

    /// Keeps the macro from writing code that would only repeat a mistake, which the compiler names by itself or which has
    /// been noted.
    mutating func leaveOut() {
        if isCheckingPart { isPartial = true } else { isHopeless = true }
    }

    /// Checks one property or the key: where that is hopeless, code is written for the rest of the model.
    ///
    /// Without that code every use of the model would be an error, and every relationship to it a dozen.
    mutating func checkPart(_ name: String?, _ check: (inout ModelCheck) -> Void) {
        let wasPartial = isPartial
        isCheckingPart = true
        isPartial = false
        check(&self)
        if isPartial, let name { refused.insert(name) }
        isPartial = isPartial || wasPartial
        isCheckingPart = false
    }

    /// The part of a model for which code can be written; where there is none, an initialiser that has every property.
    func writable(_ model: ModelDeclaration) -> ModelDeclaration {
        if isHopeless {
            return ModelDeclaration(model, without: Set(model.properties.map(\.name)))
        }
        return isPartial ? ModelDeclaration(model, without: refused) : model
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
