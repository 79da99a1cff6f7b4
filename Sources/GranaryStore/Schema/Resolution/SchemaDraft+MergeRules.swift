extension SchemaDraft {
    /// Resolves the merge rules of a model; reports those that are no rules for their attribute.
    mutating func mergeRules(of position: Int) -> EntityMergeRules? {
        let model = models[position]
        for attribute in model.description.attributes {
            if let rule = attribute.merge { check(rule, of: attribute, in: model) }
        }
        return EntityMergeRules(model.description)
    }

    private mutating func check(
        _ rule: MergeRule, of attribute: AttributeDescription, in model: ModelDraft
    ) {
        let label = "\(model.name).\(attribute.name)"
        if model.description.key.contains(attribute.name) {
            return report(
                "\(label) is of the primary key, which does not change; remove the merge rule \(rule.name).")
        }
        if let misfit = rule.misfit(attribute.type) {
            return report(
                """
                The merge rule \(rule.name) of \(label) \(misfit), and the attribute is of type \
                \(attribute.type.rawValue); remove the rule, or give a function.
                """
            )
        }
        guard case .latest(let name) = rule.kind else { return }
        guard let stamp = model.description.attributes.first(where: { $0.name == name }) else {
            return report("\(label) is merged by “\(name)”, which \(model.name) does not have; declare it.")
        }
        if !stamp.type.isNumeric, stamp.type != .date {
            report(
                """
                \(label) is merged by “\(name)”, which is of type \(stamp.type.rawValue); only dates and \
                numbers tell which side is later.
                """
            )
        }
    }
}
