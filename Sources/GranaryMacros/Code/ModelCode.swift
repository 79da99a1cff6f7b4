import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes the members that make a class a model.
struct ModelCode {
    /// The class.
    let model: ModelDeclaration

    init(_ model: ModelDeclaration) { self.model = model }

    /// `public ` or the like, with the space.
    var access: String { model.access }

    /// The same for the initialisers that `Model` requires, in a class that is not final and does not compile.
    var initializerAccess: String {
        let isFinal = model.node.modifiers.contains { $0.name.tokenKind == .keyword(.final) }
        return isFinal ? access : "\(access)required "
    }

    /// Every generated member, in the order in which a reader wants to see them.
    var text: String {
        let parts =
            ["@exclusivity(unchecked) \(access)var _objectState = Granary.ObjectState()"]
            + keyMembers + initializers + refusedCoding + rowMembers + [encode] + snapshotMembers
            + relationshipMembers
            + fieldMembers
            + [description]
        return parts.joined(separator: "\n\n")
    }
}

extension [String] {
    /// The lines, indented by some steps of four spaces.
    func indented(_ steps: Int = 1) -> String {
        joined(separator: "\n").indented(steps)
    }
}

extension String {
    /// The text with every line but the empty ones indented by some steps of four spaces.
    func indented(_ steps: Int = 1) -> String {
        let space = String(repeating: "    ", count: steps)
        return split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : space + $0 }.joined(separator: "\n")
    }
}

/// A declaration with a body in braces; one line when the body is empty.
func block(_ head: String, _ body: [String]) -> String {
    body.isEmpty ? "\(head) {}" : "\(head) {\n\(body.indented())\n}"
}

/// A Swift string literal.
func literal(_ text: String) -> String { "\(StringLiteralExprSyntax(content: text))" }
