extension SchemaDraft {
    /// Checks the declaration of each attribute by itself.
    mutating func checkAttributes() {
        for model in models {
            for attribute in model.description.attributes { check(attribute, of: model) }
        }
    }

    private mutating func check(_ attribute: AttributeDescription, of model: ModelDraft) {
        let label = "\(model.name).\(attribute.name)"
        if attribute.type == .json && (attribute.isUnique || attribute.isIndexed) {
            report(
                """
                \(label) is stored as JSON, which cannot be unique or indexed; index an attribute with a \
                type of its own.
                """
            )
        }
        if let value = attribute.defaultValue, !attribute.accepts(value) {
            report(
                """
                The default of \(label) is not a value of its type (\(attribute.type.rawValue)); give one \
                that is.
                """
            )
        }
    }

    /// Checks that every model has a primary key that every store can look up.
    mutating func checkKeys() {
        for model in models { checkKey(of: model) }
    }

    private mutating func checkKey(of model: ModelDraft) {
        let key = model.description.key
        if key.isEmpty {
            return report(
                """
                \(model.name) has no primary key; mark an attribute with `@Attribute(.primaryKey)` or \
                declare `id: UUID`.
                """
            )
        }
        if Set(key).count < key.count {
            report("The primary key of \(model.name) names an attribute twice; name each once.")
        }
        for name in key where !model.description.attributes.contains(where: { $0.name == name }) {
            let hint = hint(for: name, in: model.description.attributes.map(\.name))
            report(
                "The primary key of \(model.name) names “\(name)”, which is not one of its attributes.\(hint)"
            )
        }
        for attribute in model.keyAttributes { checkKeyPart(attribute, of: model, isSingle: key.count == 1) }
    }

    private mutating func checkKeyPart(
        _ attribute: AttributeDescription, of model: ModelDraft, isSingle: Bool
    ) {
        if attribute.isOptional {
            report("\(model.name).\(attribute.name) is in the primary key and may not be optional.")
        }
        let allowed: [AttributeType] =
            isSingle ? [.integer, .uuid, .text] : [.integer, .uuid, .text, .date, .bool]
        if !allowed.contains(attribute.type) {
            let names = allowed.map(\.rawValue).joined(separator: ", ")
            report(
                """
                \(model.name).\(attribute.name) is of type \(attribute.type.rawValue), which cannot be a \
                primary key\(isSingle ? "" : "'s part"); use one of \(names).
                """
            )
        }
    }

    /// Asks whether a known name was meant, when one is near; else nothing.
    func hint(for name: String, in known: [String]) -> String {
        NearestMatch.of(name, in: known).map { " Did you mean “\($0)”?" } ?? ""
    }
}

extension AttributeDescription {
    /// Whether a value is of the attribute's type.
    func accepts(_ value: Value) -> Bool {
        switch (value, type) {
        case (.null, _): isOptional
        case (.bool, .bool), (.integer, .integer), (.real, .real), (.text, .text), (.text, .json): true
        case (.data, .data), (.date, .date), (.uuid, .uuid), (.decimal, .decimal): true
        default: false
        }
    }
}
