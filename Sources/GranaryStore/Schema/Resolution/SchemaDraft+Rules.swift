extension SchemaDraft {
    /// Compiles the rules of a model; reports those that are no rules for their attribute.
    mutating func rules(of position: Int) -> EntityRules? {
        let model = models[position]
        for attribute in model.description.attributes {
            for rule in attribute.rules { check(rule, of: attribute, in: model) }
        }
        return try? EntityRules(model.description, layouts[position])
    }

    private mutating func check(
        _ rule: AttributeRule, of attribute: AttributeDescription, in model: ModelDraft
    ) {
        let label = "\(model.name).\(attribute.name)"
        if let misfit = rule.misfit(attribute.type) {
            return report(
                """
                The rule \(rule.name) of \(label) \(misfit), and the attribute is of type \
                \(attribute.type.rawValue); remove the rule, or write a function.
                """
            )
        }
        if (try? CompiledRule(rule)) == nil {
            report("The rule \(rule.name) of \(label) is no regular expression; correct it.")
        }
    }
}
