import SwiftSyntax

/// Writes the members that make the parts of a structure known to queries.
struct EmbeddedCode {
    /// The structure.
    let structure: EmbeddedDeclaration

    init(_ structure: EmbeddedDeclaration) { self.structure = structure }

    /// Every generated member.
    var text: String {
        let level = Access(structure.node.modifiers).visible
        let fields = structure.parts.map { part in
            let access = min(level, part.access).keyword
            return "\(access)let \(part.spelledName) = \(field(part))"
        }
        return [
            block(
                "/// The parts as conditions, orders and columns name them.\n\(level.keyword)nonisolated struct Fields: Swift.Sendable",
                fields),
            "\(level.keyword)nonisolated static let fields = Fields()",
        ].joined(separator: "\n\n")
    }

    private func field(_ part: EmbeddedDeclaration.Part) -> String {
        "Granary._EmbeddedPart.part(\(literal(part.member)), of: \(structure.name).self, as: \(part.type.expressible).self)"
    }
}
