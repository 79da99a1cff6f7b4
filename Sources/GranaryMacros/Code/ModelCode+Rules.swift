extension ModelCode {
    /// The rules of an attribute, which the compiler refuses where the type has no such rule.
    func rules(of property: PropertyDeclaration) -> String? {
        let rules = property.rules.compactMap { code($0, of: property) }
        return rules.isEmpty ? nil : "rules: [\(rules.joined(separator: ", "))]"
    }

    private func code(_ rule: RuleSyntax, of property: PropertyDeclaration) -> String? {
        var arguments = ["of: \((property.type.wrapped ?? property.type).expressible).self"]
        switch rule.kind {
        case .notEmpty, .trimmed: break
        case .fraction:
            guard let most = rule.ends?.upper else { return nil }
            arguments.append("through: \(most.text)")
        case .length, .range:
            guard let ends = rule.ends else { return nil }
            let type = property.type.wrapped ?? property.type
            let isDecimal = rule.kind == .range && type.lastName == "Decimal"
            if let lower = ends.lower { arguments.append("from: \(code(lower, isDecimal))") }
            if let upper = ends.upper { arguments.append(end(rule, ends, code(upper, isDecimal))) }
            arguments.append("name: \(literal(rule.name))")
        case .pattern:
            guard let text = rule.argument?.literalText else { return nil }
            arguments.append(literal(text))
        case .satisfies:
            arguments += [literal(rule.name), "{ \(model.name).\(rule.name)($0) }"]
        }
        let made = "Granary._AttributeRule.\(rule.kind.rawValue)(\(arguments.joined(separator: ", ")))"
        return rule.message?.literalText.map { "\(made).message(\(literal($0)))" } ?? made
    }

    /// A length below a number is one through the number before it.
    private func end(_ rule: RuleSyntax, _ ends: RangeEnds, _ upper: String) -> String {
        if ends.isClosed { return "through: \(upper)" }
        return rule.kind == .range ? "below: \(upper)" : "through: \(upper) - 1"
    }

    /// An end of a range; for decimals as text, since a literal of theirs is rounded to a double first.
    private func code(_ number: NumberSyntax, _ isDecimal: Bool) -> String {
        if !isDecimal { return number.text }
        // Only integers are written in other systems than the decimal one.
        let isPlain = !number.text.contains { "xob".contains($0) }
        let text = isPlain ? number.text.filter { $0 != "_" } : "\(Int64(exactly: number.value) ?? 0)"
        return literal(text)
    }
}
