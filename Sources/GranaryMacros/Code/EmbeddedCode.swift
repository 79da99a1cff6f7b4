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
        let members = [
            block(
                "/// The parts as conditions, orders and columns name them.\n\(level.keyword)nonisolated struct Fields: Swift.Sendable",
                fields),
            "\(level.keyword)nonisolated static let fields = Fields()",
        ]
        return (members + (initializer.map { [$0] } ?? [])).joined(separator: "\n\n")
    }

    /// A memberwise initializer for other modules, to which the compiler's own does not belong.
    ///
    /// `nil` for a structure that they do not see, that has an initializer, or whose properties without a value they do not see.
    private var initializer: String? {
        let level = Access(structure.node.modifiers)
        // Hidden properties with a value of their own are no parameters.
        guard let values = structure.values?.filter({ $0.access >= level || $0.initial == nil }),
            let access = ([level] + values.map(\.access)).min(), access > .module
        else { return nil }
        let parameters = values.map { value in
            "\(value.spelledName): \(value.type)" + (value.initial.map { " = \($0)" } ?? "")
        }
        return block(
            "/// Makes a value of its properties.\n\(access.keyword)init(\(parameters.joined(separator: ", ")))",
            values.map { "self.\($0.spelledName) = \($0.spelledName)" })
    }

    private func field(_ part: EmbeddedDeclaration.Part) -> String {
        "Granary._EmbeddedPart.part(\(literal(part.member)), of: \(structure.name).self, as: \(part.type.expressible).self)"
    }
}
