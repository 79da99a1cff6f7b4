import SwiftSyntax

extension ModelCode {
    /// The merge rule of an attribute, which the compiler refuses where the type has no such rule.
    func mergeRule(of property: PropertyDeclaration) -> String? {
        guard let rule = property.mergeRules.first, let kind = rule.kind else { return nil }
        let bare = "\((property.type.wrapped ?? property.type).expressible).self"
        switch kind {
        case .maximum, .minimum, .sum, .union: return made(kind, ["of: \(bare)"])
        case .latest:
            guard let name = rule.argument?.literalText,
                let stamp = model.attributes.first(where: { $0.name == name })
            else { return nil }
            let type = (stamp.type.wrapped ?? stamp.type).expressible
            return made(kind, ["by: \(literal(name))", "of: \(type).self"])
        case .function:
            guard let name = rule.argument?.literalText else { return nil }
            return made(
                kind, ["of: \(property.metatype)", literal(name), "\(model.name).\(name)(base:mine:theirs:)"])
        }
    }

    private func made(_ kind: MergeSyntax.Kind, _ arguments: [String]) -> String {
        "merge: Granary._MergeRule.\(kind.rawValue)(\(arguments.joined(separator: ", ")))"
    }
}
