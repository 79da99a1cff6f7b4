extension ModelCode {
    /// The rules of an attribute, which the compiler refuses where the type has no such rule.
    func rules(of property: PropertyDeclaration) -> String? {
        let rules = property.rules.compactMap { code($0, of: property) }
        return rules.isEmpty ? nil : "rules: [\(rules.joined(separator: ", "))]"
    }

    private func code(_ rule: RuleSyntax, of property: PropertyDeclaration) -> String? {
        var arguments = ["of: \((property.type.wrapped ?? property.type).expressible).self"]
        switch rule.kind {
        case .notEmpty: break
        case .length, .range:
            guard let ends = rule.ends else { return nil }
            if let lower = ends.lower { arguments.append("from: \(lower.text)") }
            if let upper = ends.upper { arguments.append(end(rule, ends, upper)) }
            arguments.append("name: \(literal(rule.name))")
        case .pattern:
            guard let text = rule.argument?.literalText else { return nil }
            arguments.append(literal(text))
        case .satisfies:
            arguments += [literal(rule.name), "{ \(model.name).\(rule.name)($0) }"]
        }
        return "Granary._AttributeRule.\(rule.kind.rawValue)(\(arguments.joined(separator: ", ")))"
    }

    /// A length below a number is one through the number before it.
    private func end(_ rule: RuleSyntax, _ ends: RangeEnds, _ upper: NumberSyntax) -> String {
        if ends.isClosed { return "through: \(upper.text)" }
        return rule.kind == .range ? "below: \(upper.text)" : "through: \(upper.text) - 1"
    }
}
