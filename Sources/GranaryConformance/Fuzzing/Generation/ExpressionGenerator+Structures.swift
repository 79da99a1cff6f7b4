import Granary

extension ExpressionGenerator {
    /// A part of a structured attribute, or something of a list in it; `nil` where there is none of the type.
    ///
    /// Such an expression can fail, but does not on the values that programs write (``EdgeValues/structures``).
    mutating func part(_ type: AttributeType, _ entity: Entity) -> ExpressionTree? {
        guard mayFail, let whole = attribute(of: [.json], on: entity)?.tree else { return nil }
        let list = ExpressionTree.part(["l"], .structure, of: whole)
        let member = random.chance(2) ? [] : ["i"]
        switch type {
        case .text: return .part(member + ["t"], .text, of: whole)
        case .real: return .part(member + ["n"], .real, of: whole)
        case .decimal: return .part(member + ["n"], .decimal, of: whole)
        case .integer:
            let element = ExpressionTree.function(.structure(.element(random.below(4) - 1)), [list])
            return random.pick(
                .part(member + ["n"], .integer, of: whole), .function(.structure(.count), [list]),
                .part([], .integer, of: element))
        case .bool:
            let wanted = literal(.integer)
            if random.chance(2) { return .function(.structure(.contains(.integer)), [list, wanted]) }
            let element = ExpressionTree.part([], .integer, of: .function(.structure(.itself), []))
            let quantifier = random.element(of: ExpressionTree.Quantifier.allCases) ?? .any
            let comparison = random.element(of: ExpressionTree.Comparison.allCases) ?? .less
            return .function(
                .structure(.quantified(quantifier)), [list, .compare(comparison, element, wanted)])
        default: return nil
        }
    }
}
